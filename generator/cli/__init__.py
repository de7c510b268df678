"""The command line of `emporium-pnp`: words become values, one file a command."""

"""The rules of the games, each in a package of the same name. Games do not import one another."""

"""PDF documents, the colours they are printed in, and pages as pixels."""

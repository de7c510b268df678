"""Fitted faces become stamps: styles, shapes, texts, pictures and icons of SVG, as PDF shows
them.
"""

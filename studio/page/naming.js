// What people call something, as it is written in files and addresses.

const PLAIN = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/** Write a text in a-z, 0-9 and a separator, without accents: "Luggage weight" is luggage_weight. */
export function slug(text, joint) {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/\p{M}/gu, "")
    .replace(/[ßøæœłđðþı]/g, (letter) => PLAIN[letter])
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .replaceAll(" ", joint);
}

const IS_NAME = /^[a-z0-9][a-z0-9_-]*$/;

/** The name of a kind or a field that people call so. */
export const nameOf = (words) => (IS_NAME.test(words.trim()) ? words.trim() : slug(words, "_"));

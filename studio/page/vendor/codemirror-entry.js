export { EditorState, Compartment, Annotation, Transaction } from "@codemirror/state";
export { EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection } from "@codemirror/view";
export { defaultKeymap, indentWithTab } from "@codemirror/commands";
export { syntaxHighlighting, HighlightStyle, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
export { yaml } from "@codemirror/lang-yaml";
export { xmlLanguage } from "@codemirror/lang-xml";
export { setDiagnostics, lintGutter, lintKeymap } from "@codemirror/lint";
export { search, searchKeymap, highlightSelectionMatches } from "@codemirror/search";
export { tags } from "@lezer/highlight";

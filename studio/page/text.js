// The YAML text in CodeMirror, in a shadow root (where its styles stand under our policy), with our problems at their place.

import {
  EditorState,
  EditorView,
  HighlightStyle,
  Transaction,
  defaultKeymap,
  drawSelection,
  foldGutter,
  foldKeymap,
  highlightActiveLine,
  highlightActiveLineGutter,
  indentUnit,
  indentWithTab,
  keymap,
  lineNumbers,
  lintGutter,
  lintKeymap,
  search,
  searchKeymap,
  setDiagnostics,
  syntaxHighlighting,
  tags,
  xmlLanguage,
  yaml,
} from "./vendor/codemirror.js";
import { effect, html, useEffect, useRef } from "./vendor/preact.js";
import { send } from "./link.js";
import { draft, goal, opened, problems } from "./state.js";

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--field)", fontSize: "13px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-gutters": {
    backgroundColor: "var(--panel)",
    color: "var(--faint)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection) !important",
  },
  ".cm-tooltip, .cm-panels": {
    backgroundColor: "var(--panel)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic": { maxWidth: "60ch", whiteSpace: "pre-wrap" },
  ".cm-textfield, .cm-button": {
    backgroundColor: "var(--field)",
    backgroundImage: "none",
    color: "var(--ink)",
    border: "1px solid var(--line)",
  },
});
const colours = HighlightStyle.define([
  {
    tag: [tags.propertyName, tags.definition(tags.propertyName), tags.tagName],
    color: "var(--key)",
  },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: "var(--string)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  {
    tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace, tags.angleBracket],
    color: "var(--faint)",
  },
]);

/** Turn a column counted in characters into a place of CodeMirror, which counts as JavaScript does. */
function offset(line, column) {
  let at = 0;
  for (const letter of line.text) {
    if (--column < 1) break;
    at += letter.length;
  }
  return line.from + at;
}

function diagnostics(state, list, file) {
  const found = [];
  for (const one of list) {
    if (one.file !== file || !one.line || one.line > state.doc.lines) continue;
    const line = state.doc.line(one.line);
    const from = one.column ? offset(line, one.column) : line.from;
    const to = Math.min(
      one.column ? offset(line, one.column + Math.max(one.length, 1)) : line.to,
      line.to,
    );
    found.push({
      from,
      to: Math.max(from, to),
      severity: one.severity === "note" ? "info" : one.severity,
      source: one.code,
      message: one.hint ? `${one.message}\n${one.hint}` : one.message,
    });
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Find the one stretch in which two texts differ. */
function difference(old, now) {
  let from = 0;
  let end = old.length;
  let to = now.length;
  while (from < end && from < to && old.charCodeAt(from) === now.charCodeAt(from)) from++;
  while (end > from && to > from && old.charCodeAt(end - 1) === now.charCodeAt(to - 1)) {
    end--;
    to--;
  }
  return { from, to: end, insert: now.slice(from, to) };
}

/** Make an editor of a text. `says` is its name, `typed` takes what is typed; `undo` and `redo` are the studio's own. */
function makeView(parent, { text, says, language, typed, undo, redo }) {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  const shared = new CSSStyleSheet();
  shared.replaceSync(
    ":host { display: block } .cm-editor { outline: none } .cm-editor.cm-focused { outline: 2px solid var(--accent); outline-offset: -2px }",
  );
  const done = (step) => () => {
    step();
    return true;
  };
  const listener = EditorView.updateListener.of((update) => {
    const isOurs = update.transactions.some(
      (one) => one.docChanged && one.annotation(Transaction.remote),
    );
    if (update.docChanged && !isOurs) typed(update.state.doc.toString());
  });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        drawSelection(),
        search({ top: true }),
        indentUnit.of("  "),
        language,
        theme,
        syntaxHighlighting(colours),
        listener,
        EditorView.contentAttributes.of({ "aria-label": says, tabindex: "0" }),
        keymap.of([
          { key: "Mod-z", run: done(undo), preventDefault: true },
          { key: "Mod-y", run: done(redo), preventDefault: true },
          { key: "Mod-Shift-z", run: done(redo), preventDefault: true },
          ...searchKeymap,
          ...foldKeymap,
          ...lintKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
      ],
    }),
  });
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, shared];
  return view;
}

/** Show a text that came from elsewhere; the cursor stays where it was. */
function setText(view, text) {
  const change = difference(view.state.doc.toString(), text);
  if (change.from !== change.to || change.insert)
    view.dispatch({ changes: change, annotations: Transaction.remote.of(true) });
}

const marked = (view, file) =>
  view.dispatch(setDiagnostics(view.state, diagnostics(view.state, problems.value.problems, file)));

function go(view, to) {
  let at = null;
  if (to.line && to.line <= view.state.doc.lines)
    at = offset(view.state.doc.line(to.line), to.column || 1);
  if (to.entry) {
    const found = new RegExp(`^[ \\t]+["']?${to.entry}["']?[ \\t]*:`, "m").exec(
      view.state.doc.toString(),
    );
    at = found && found.index + found[0].search(/\S/);
  }
  if (at === null) return;
  view.dispatch({
    selection: { anchor: at },
    effects: EditorView.scrollIntoView(at, { y: "center" }),
  });
  if (to.line && !to.isQuiet) view.focus();
}

const ofCards = () => ({
  text: draft.value.text,
  says: "The text of cards.yaml",
  language: yaml(),
  typed: (text) => {
    draft.value = { ...draft.value, text };
    send(
      "text",
      { seen: draft.value.number, text: draft.value.isCrlf ? text.replaceAll("\n", "\r\n") : text },
      true,
    );
  },
  undo: () => send("undo", {}, true),
  redo: () => send("redo", {}, true),
});

export function TextEditor() {
  const host = useRef(null);
  useEffect(() => {
    const view = makeView(host.current, ofCards());
    host.current.editor = view;
    const stops = [
      effect(() => setText(view, draft.value.text)),
      effect(() => marked(view, opened.value?.file)),
      effect(() => {
        if (goal.value && !goal.value.at) {
          const to = goal.value;
          queueMicrotask(() => {
            go(view, to);
            goal.value = null;
          });
        }
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      view.destroy();
    };
  }, []);
  return html`<div class="text" ref=${host}></div>`;
}

/** The text of a template. `sort` is as `makeView` takes it, but for its text, which `now` gives; `line` is a signal of where to go. */
export function TemplateTextEditor({ file, sort, now, line }) {
  const host = useRef(null);
  useEffect(() => {
    const view = makeView(host.current, { ...sort, text: now(), language: xmlLanguage });
    host.current.editor = view;
    const stops = [
      effect(() => setText(view, now())),
      effect(() => marked(view, `templates/${file}`)),
      effect(() => {
        if (line.value) go(view, { line: line.value, isQuiet: true });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      view.destroy();
    };
  }, [file]);
  return html`<div class="text" ref=${host}></div>`;
}

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
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  {
    tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace],
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

function makeView(parent) {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  const shared = new CSSStyleSheet();
  shared.replaceSync(
    ":host { display: block } .cm-editor { outline: none } .cm-editor.cm-focused { outline: 2px solid var(--accent); outline-offset: -2px }",
  );
  const undo = () => {
    send("undo", {}, true);
    return true;
  };
  const redo = () => {
    send("redo", {}, true);
    return true;
  };
  const typed = EditorView.updateListener.of((update) => {
    const isOurs = update.transactions.some(
      (one) => one.docChanged && one.annotation(Transaction.remote),
    );
    if (!update.docChanged || isOurs) return;
    const text = update.state.doc.toString();
    draft.value = { ...draft.value, text };
    send(
      "text",
      { seen: draft.value.number, text: draft.value.isCrlf ? text.replaceAll("\n", "\r\n") : text },
      true,
    );
  });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: draft.value.text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        lintGutter(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        drawSelection(),
        search({ top: true }),
        indentUnit.of("  "),
        yaml(),
        theme,
        syntaxHighlighting(colours),
        typed,
        EditorView.contentAttributes.of({ "aria-label": "The text of cards.yaml", tabindex: "0" }),
        keymap.of([
          { key: "Mod-z", run: undo, preventDefault: true },
          { key: "Mod-y", run: redo, preventDefault: true },
          { key: "Mod-Shift-z", run: redo, preventDefault: true },
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
  if (to.line) view.focus();
}

export function TextEditor() {
  const host = useRef(null);
  useEffect(() => {
    const view = makeView(host.current);
    host.current.editor = view;
    const stops = [
      effect(() => {
        const { text } = draft.value;
        const change = difference(view.state.doc.toString(), text);
        if (change.from !== change.to || change.insert)
          view.dispatch({ changes: change, annotations: Transaction.remote.of(true) });
      }),
      effect(() =>
        view.dispatch(
          setDiagnostics(
            view.state,
            diagnostics(view.state, problems.value.problems, opened.value?.file),
          ),
        ),
      ),
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

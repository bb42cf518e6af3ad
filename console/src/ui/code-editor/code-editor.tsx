import { acceptCompletion, autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { usePreferences } from '../../preferences.js';
import { editorPhrases } from './editor-phrases.js';
import { editorTheme } from './editor-theme.js';

export interface CodeEditorHandle {
  /** Writes a text where the cursor is, and leaves it behind the text. */
  insert(text: string): void;
  focus(): void;
}

interface CodeEditorProps {
  /** Read aloud as the name of the field. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Ctrl+Enter, or Cmd+Enter on a Mac. */
  onRun?: () => void;
  /** The language, its completions and its checks; the same object as long as nothing in it changes. */
  language: Extension;
  isReadOnly?: boolean;
  ref?: Ref<CodeEditorHandle>;
}

/** An editor for code. Tab leaves it, unless it accepts what is offered. */
export function CodeEditor({
  label,
  value,
  onChange,
  onRun,
  language,
  isReadOnly = false,
  ref,
}: CodeEditorProps) {
  const { language: spoken } = usePreferences();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changeable = useRef(new Compartment());
  const latest = useRef({ value, onChange, onRun });
  latest.current = { value, onChange, onRun };

  useEffect(() => {
    const editor = new EditorView({
      parent: place.current as HTMLDivElement,
      doc: latest.current.value,
      extensions: [
        EditorView.cspNonce.of(
          document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '',
        ),
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ icons: false }),
        EditorView.lineWrapping,
        editorTheme,
        Prec.high(
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                latest.current.onRun?.();
                return latest.current.onRun !== undefined;
              },
            },
            { key: 'Tab', run: acceptCompletion },
          ]),
        ),
        keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && state.doc.toString() !== latest.current.value)
            latest.current.onChange(state.doc.toString());
        }),
        changeable.current.of([]),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    view.current?.dispatch({
      effects: changeable.current.reconfigure([
        language,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorState.readOnly.of(isReadOnly),
        EditorState.phrases.of(editorPhrases[spoken]),
      ]),
    });
  }, [language, label, isReadOnly, spoken]);

  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useImperativeHandle(ref, () => ({
    insert(text) {
      const editor = view.current;
      if (!editor) return;
      editor.dispatch(editor.state.replaceSelection(text), { scrollIntoView: true });
      editor.focus();
    },
    focus: () => view.current?.focus(),
  }));

  return <div ref={place} style={{ height: '100%', minHeight: 0 }} />;
}

/**
 * The colors of an `ansi` code block, as Discord's desktop client shows them. Start with `runs`.
 */

const SEQUENCE = /\x1b\[([\d;]*)m/g;

/**
 * Cuts a text at its escape sequences: a list of `{text, classes}`. Understood are 0 (reset),
 * 1 (bold), 4 (underline), 30-37 and 40-47; all else is ignored, as Discord does.
 */
export function runs(source) {
  const result = [];
  const style = { bold: false, underline: false, color: null, ground: null };
  let at = 0;
  for (const sequence of source.matchAll(SEQUENCE)) {
    push(result, source.slice(at, sequence.index), style);
    for (const code of sequence[1].split(";")) apply(style, Number(code));
    at = sequence.index + sequence[0].length;
  }
  push(result, source.slice(at), style);
  return result;
}

function push(result, text, style) {
  if (!text) return;
  const classes = [];
  if (style.bold) classes.push("ansi-bold");
  if (style.underline) classes.push("ansi-underline");
  if (style.color !== null) classes.push(`ansi-${style.color}`);
  if (style.ground !== null) classes.push(`ansi-${style.ground}`);
  result.push({ text, classes });
}

function apply(style, code) {
  if (code === 0)
    Object.assign(style, { bold: false, underline: false, color: null, ground: null });
  else if (code === 1) style.bold = true;
  else if (code === 4) style.underline = true;
  else if (code >= 30 && code <= 37) style.color = code;
  else if (code >= 40 && code <= 47) style.ground = code;
}

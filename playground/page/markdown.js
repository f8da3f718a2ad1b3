/**
 * Discord's dialect of markdown, read into a tree. Start with `parse`.
 *
 * A tree and not nodes of the page, so that reading and showing can be judged apart. A node is
 * `{type, ...}`; inline nodes that hold others have `children`.
 */

const FENCE = /```(?:([a-z0-9_+\-.#]+)\n)?\n*([^\n][^]*?)\n*```\n?/iy;
const HEADING = /(#{1,3}) +([^\n]+)(?:\n|$)/y;
const SUBTEXT = /-# +([^\n]+)(?:\n|$)/y;
const REST_QUOTE = />>> ?([^]+)/y;
const QUOTE = /(?:> [^\n]*(?:\n|$)|>(?:\n|$))+/y;
const LIST = /(?: *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n|$))+/y;
const ITEM = /^( *)(?:[-*]|(\d{1,9})\.) +(.+)$/;
const LINE = /[^\n]*?(?=(?<!\\)```)|[^\n]*(?:\n|$)/y;
const LONGEST_TIMESTAMP_SECONDS = 8.64e12;

/** The inline rules, tried in this order at each place. */
const INLINE = [
  [/\\([^0-9A-Za-z\s])/y, (m) => ({ type: "text", text: m[1] })],
  [/(`+)([^]*?[^`])\1(?!`)/y, (m) => ({ type: "code", text: trimCode(m[2]) })],
  [/<@!?(\d{1,20})>/y, (m) => ({ type: "user", id: m[1] })],
  [/<#(\d{1,20})>/y, (m) => ({ type: "channel", id: m[1] })],
  [/<@&(\d{1,20})>/y, (m) => ({ type: "role", id: m[1] })],
  [/<\/([-_ '\p{L}\p{N}]{1,98}):(\d{1,20})>/uy, (m) => ({ type: "command", name: m[1] })],
  [/<(a?):(\w{1,32}):(\d{1,20})>/y, (m) => ({ type: "emoji", name: m[2], id: m[3] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, timestamp],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => link(m[1], [text(m[1])])],
  [/\[((?:\\[^]|[^[\]\\])+)\]\(<?(https?:\/\/[^\s<>)]+)>?(?: +"[^"]*")?\)/y, maskedLink],
  [/https?:\/\/[^\s<]+/y, bareLink],
  [/\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/y, nest("bold")],
  [/__((?:\\[^]|[^\\])+?)__(?!_)/y, nest("underline")],
  [/\*(?![\s*])((?:\\[^]|\*\*[^*]+\*\*|[^*\\])+?)(?<!\s)\*(?!\*)/y, nest("italic")],
  [/(?<![A-Za-z0-9_])_(?!_)((?:\\[^]|__[^_]+__|[^_\\])+?)_(?![A-Za-z0-9_])/y, nest("italic")],
  [/~~((?:\\[^]|[^\\])+?)~~/y, nest("strike")],
  [/\|\|((?:\\[^]|[^\\])+?)\|\|/y, nest("spoiler")],
  [/@(everyone|here)/y, (m) => ({ type: "everyone", name: m[1] })],
];

/** Reads a whole message: a list of block nodes. */
export function parse(source) {
  return parseBlocks(source.replaceAll("\r\n", "\n"), true);
}

function parseBlocks(source, quotes) {
  const blocks = [];
  let at = 0;
  let running = "";
  const flush = () => {
    if (running) blocks.push({ type: "paragraph", children: parseInline(running) });
    running = "";
  };
  while (at < source.length) {
    const found = blockAt(source, at, quotes);
    if (found) {
      flush();
      blocks.push(found.block);
      at = found.end;
    } else {
      const line = match(LINE, source, at)[0] || source[at];
      running += line;
      at += line.length;
    }
  }
  flush();
  return blocks;
}

/** The block that begins at `at`, with where it ends; `null` when this is running text. */
function blockAt(source, at, quotes) {
  if (source.startsWith("```", at) && source[at - 1] !== "\\") {
    const fence = match(FENCE, source, at);
    if (fence)
      return found(fence, at, { type: "codeblock", language: fence[1] ?? "", text: fence[2] });
  }
  if (at > 0 && source[at - 1] !== "\n") return null;
  return lineBlockAt(source, at) ?? (quotes ? quoteAt(source, at) : null);
}

function lineBlockAt(source, at) {
  const heading = match(HEADING, source, at);
  if (heading) {
    const block = { type: "heading", level: heading[1].length, children: parseInline(heading[2]) };
    return found(heading, at, block);
  }
  const small = match(SUBTEXT, source, at);
  if (small) return found(small, at, { type: "subtext", children: parseInline(small[1]) });
  const list = match(LIST, source, at);
  return list ? found(list, at, parseList(list[0])) : null;
}

/** Quotes do not hold quotes, on Discord: a `>` inside one is text. */
function quoteAt(source, at) {
  const rest = match(REST_QUOTE, source, at);
  if (rest) return found(rest, at, { type: "quote", children: parseBlocks(rest[1], false) });
  const quote = match(QUOTE, source, at);
  if (!quote) return null;
  const inner = quote[0].replace(/^> ?/gm, "").replace(/\n$/, "");
  return found(quote, at, { type: "quote", children: parseBlocks(inner, false) });
}

function parseList(source) {
  const items = source
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [, indent, number, rest] = ITEM.exec(line);
      return {
        depth: Math.min(Math.floor(indent.length / 2), 4),
        number: number ? Number(number) : null,
        children: parseInline(rest),
      };
    });
  return { type: "list", items };
}

/** Reads text without blocks: a list of inline nodes, neighboring texts joined. */
export function parseInline(source) {
  const nodes = [];
  let at = 0;
  while (at < source.length) {
    const { node, length } = inlineAt(source, at);
    const last = nodes.at(-1);
    if (node.type === "text" && last?.type === "text") last.text += node.text;
    else nodes.push(node);
    at += length;
  }
  return nodes;
}

const SPECIAL = /[\\`<[*_~|@h]/g;

function inlineAt(source, at) {
  SPECIAL.lastIndex = at;
  const special = SPECIAL.exec(source)?.index ?? source.length;
  if (special > at) return { node: text(source.slice(at, special)), length: special - at };
  for (const [pattern, make] of INLINE) {
    const hit = match(pattern, source, at);
    const node = hit && make(hit);
    if (node) return { node, length: node.length ?? hit[0].length };
  }
  return { node: text(source[at]), length: 1 };
}

function match(pattern, source, at) {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function found(hit, at, block) {
  return { block, end: at + hit[0].length };
}

function text(value) {
  return { type: "text", text: value };
}

function link(url, children) {
  return { type: "link", url, children };
}

function nest(type) {
  return (hit) => ({ type, children: parseInline(hit[1]) });
}

function maskedLink(hit) {
  return { ...link(hit[2], parseInline(hit[1])), masked: true };
}

/** A bare address does not take the full stop or the bracket that follows it. */
function bareLink(hit) {
  const url = hit[0].replace(/[).,:;!?'"\]*_~|]+$/, "");
  return { ...link(url, [text(url)]), length: url.length };
}

function timestamp(hit) {
  const seconds = Number(hit[1]);
  if (Math.abs(seconds) > LONGEST_TIMESTAMP_SECONDS) return null;
  return { type: "timestamp", seconds, style: hit[2] ?? "f" };
}

/** One blank beside a backtick inside of code is there to keep the two apart. */
function trimCode(code) {
  return code.replace(/^ (?=`)|(?<=`) $/g, "");
}

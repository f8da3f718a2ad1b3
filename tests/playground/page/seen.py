"""What somebody sees of the page, measured in the browser.

The entry points are :func:`pale_texts`, :func:`lines_of_emoji` and :func:`emoji_sizes`.
"""

from __future__ import annotations

from typing import Final

from playwright.async_api import Locator, Page

LEAST_CONTRAST: Final = 4.5
"""Of a text with its ground, by WCAG 2.2, 1.4.3 (level AA)."""

# A ground may be see-through, so grounds are laid over one another from the page's own on. What is
# disabled is excepted by WCAG, and the colors of code blocks are Discord's.
_CONTRASTS: Final = """() => {
  const parse = (color) => {
    const parts = color.match(/[\\d.]+/g).map(Number);
    const scale = color.startsWith("color(") ? 255 : 1;
    return [...parts.slice(0, 3).map((part) => part * scale), parts[3] ?? 1];
  };
  const over = (top, below) =>
    top.slice(0, 3).map((part, i) => part * top[3] + below[i] * (1 - top[3]));
  const ground = (node) => {
    if (!node) return [255, 255, 255];
    const color = parse(getComputedStyle(node).backgroundColor);
    return color[3] === 1 ? color.slice(0, 3) : over(color, ground(node.parentElement));
  };
  const light = (color) => {
    const [r, g, b] = color.map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const EXCEPTED = ":disabled, pre, .emoji, .avatar-bot, noscript";
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    const node = walker.currentNode.parentElement;
    if (!text || !node.checkVisibility() || node.closest(EXCEPTED)) continue;
    const behind = ground(node);
    const ink = over(parse(getComputedStyle(node).color), behind);
    const [high, low] = [light(ink), light(behind)].sort((a, b) => b - a);
    found.push([text, (high + 0.05) / (low + 0.05)]);
  }
  return found;
}"""

_ROWS: Final = """text => {
  const rows = new Map();
  for (const node of text.querySelectorAll(".emoji")) {
    const top = Math.round(node.getBoundingClientRect().top);
    rows.set(top, (rows.get(top) ?? 0) + 1);
  }
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, count]) => count);
}"""

_SIZES: Final = """all => all.map(n => n.getBoundingClientRect()).map(
  box => `${Math.round(box.width * 10) / 10} ${Math.round(box.height * 10) / 10}`
)"""


async def pale_texts(page: Page) -> dict[str, float]:
    """Each text that is hard to read on its ground, with its contrast."""
    contrasts: list[tuple[str, float]] = await page.evaluate(_CONTRASTS)
    assert len(contrasts) > 10
    return {text: contrast for text, contrast in contrasts if contrast < LEAST_CONTRAST}


async def lines_of_emoji(text: Locator) -> list[int]:
    """How many emoji stand beside each other in each line of a text, from the top."""
    counts: list[int] = await text.evaluate(_ROWS)
    return counts


async def emoji_sizes(emoji: Locator) -> set[str]:
    """The sizes of all these emoji, as ``"22 22"``: width and height in pixels."""
    return {str(size) for size in await emoji.evaluate_all(_SIZES)}


async def scrolls_sideways(page: Page) -> bool:
    """Whether anything can be moved to the left or right, but for code blocks."""
    wide: bool = await page.evaluate(
        "() => [document.documentElement, ...document.querySelectorAll('.messages')]"
        ".some(n => n.scrollWidth > n.clientWidth)"
    )
    return wide

/**
 * A panel that floats at a control, such as the list of a select. Start with `float`.
 */

const GAP_PX = 4;
const LEAST_PX = 160;

/**
 * Shows `panel` below or above `anchor`. `closed(reason)` is called once, with `"outside"` when the
 * person pressed elsewhere or `"code"` when the returned function was called.
 */
export function float(anchor, panel, closed) {
  // A modal dialog covers everything outside of it.
  const host = anchor.closest("dialog") ?? document.body;
  panel.classList.add("floating");
  host.append(panel);
  place(anchor, panel);

  const onPointer = (event) => {
    if (!panel.contains(event.target) && !anchor.contains(event.target)) close("outside");
  };
  const onResize = () => (anchor.isConnected ? place(anchor, panel) : null);
  let open = true;
  const close = (reason) => {
    if (!open) return;
    open = false;
    document.removeEventListener("pointerdown", onPointer, true);
    window.removeEventListener("resize", onResize);
    panel.remove();
    closed(reason);
  };
  document.addEventListener("pointerdown", onPointer, true);
  window.addEventListener("resize", onResize);
  return () => close("code");
}

function place(anchor, panel) {
  const box = anchor.getBoundingClientRect();
  const below = innerHeight - box.bottom - 2 * GAP_PX;
  const above = box.top - 2 * GAP_PX;
  const wanted = Math.min(panel.scrollHeight, 340);
  const down = below >= Math.min(wanted, Math.max(LEAST_PX, above));
  panel.style.left = `${Math.max(GAP_PX, Math.min(box.left, innerWidth - box.width - GAP_PX))}px`;
  panel.style.width = `${Math.min(box.width, innerWidth - 2 * GAP_PX)}px`;
  panel.style.maxHeight = `${Math.max(LEAST_PX, Math.min(340, down ? below : above))}px`;
  panel.style.top = down ? `${box.bottom + GAP_PX}px` : "";
  panel.style.bottom = down ? "" : `${innerHeight - box.top + GAP_PX}px`;
}

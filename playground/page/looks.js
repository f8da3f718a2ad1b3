/**
 * Dark or light, and as wide as a desktop or a phone. A plain script, not a module: it has to run
 * before the first paint, or a light page would flash dark.
 *
 * Both follow the machine until they are chosen, and are kept in the browser. The style sheets read
 * `data-theme` and `data-width` of the root; a window that is narrow itself is always a phone.
 */
(() => {
  const THEME_KEY = "playground-theme";
  const WIDTH_KEY = "playground-width";
  const root = document.documentElement;
  const light = matchMedia("(prefers-color-scheme: light)");
  const narrow = matchMedia("(max-width: 720px)");

  const apply = () => {
    const chosen = localStorage.getItem(WIDTH_KEY) ?? "desktop";
    root.dataset.theme = localStorage.getItem(THEME_KEY) ?? (light.matches ? "light" : "dark");
    root.dataset.width = narrow.matches ? "phone" : chosen;
  };
  const toggle = (key, now, one, other) => {
    localStorage.setItem(key, now === one ? other : one);
    apply();
  };

  light.addEventListener("change", apply);
  narrow.addEventListener("change", apply);
  window.looks = {
    toggleTheme: () => toggle(THEME_KEY, root.dataset.theme, "dark", "light"),
    toggleWidth: () => toggle(WIDTH_KEY, root.dataset.width, "phone", "desktop"),
    isPhone: () => root.dataset.width === "phone",
  };
  apply();
})();

/**
 * Runs in a page: which controls overlap, and which controls and cells are cut off. What is wider than a frame that scrolls is
 * not.
 */
export const layoutFaults = `(() => {
  const shown = [...document.querySelectorAll('a, button, input, select, td, th, h1, h2')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.skip, .VPSkipLink') &&
    element.getClientRects().length > 0);
  const nameOf = (element) => (element.getAttribute('aria-label') ?? element.textContent).trim() || element.tagName;
  const box = (element) => element.getBoundingClientRect();
  const scrolls = (element) => element !== null && element !== document.body &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const cut = shown.filter((element) => {
    const { left, right } = box(element);
    if (left < 0 || right > innerWidth + 1) return !scrolls(element.parentElement);
    const clipped = element.matches('td, th, button, h1, h2') && element.scrollWidth > element.clientWidth + 1;
    return clipped && element.querySelector('[title]') === null;
  });
  const controls = shown.filter((element) => element.matches('a, button, input, select'));
  const overlap = controls.flatMap((one, at) => controls.slice(at + 1).filter((other) => {
    if (one.contains(other)) return false;
    // A link in a text has a rectangle for each line.
    return [...one.getClientRects()].some((a) => [...other.getClientRects()].some((b) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
  }).map((other) => nameOf(one) + ' / ' + nameOf(other)));
  return [...cut.map((element) => 'cut off: ' + nameOf(element)), ...overlap.map((pair) => 'overlap: ' + pair)];
})()`;

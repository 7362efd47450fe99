import { createHash } from 'node:crypto'

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*>/g
const ENTRY_SCRIPT = /<script type="module" async="">([\s\S]*?)<\/script>/
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

// After the first paint (or at once in a hidden tab) adds the preloads and starts the application.
const LAUNCH = `(function(d){function go(){
d.head.appendChild(d.getElementById("modules").content);
var s=d.createElement("script");s.type="module";s.textContent=d.getElementById("application").textContent;d.body.appendChild(s)}
d.hidden?go():requestAnimationFrame(function(){setTimeout(go)})})(document)`

/** Delays the scripts until the page is painted, so that a slow connection shows the content first. */
export const scriptsAfterPaint = (html: string): string => {
  const preloads = html.match(MODULE_PRELOAD) ?? []
  const delayed = `<template id="modules">${preloads.join('')}</template>`
  return html
    .replace(MODULE_PRELOAD, '')
    .replace(
      ENTRY_SCRIPT,
      (_, application) =>
        `${delayed}<script type="text/plain" id="application">${application}</script><script>${LAUNCH}</script>`,
    )
}

/** Hashes of the inline scripts, for the Content-Security-Policy. */
export const inlineScriptHashes = (html: string): string[] =>
  Array.from(html.matchAll(INLINE_SCRIPT), ([, script = '']) => {
    return `sha256-${createHash('sha256').update(script).digest('base64')}`
  })

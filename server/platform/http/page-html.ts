import { createHash } from 'node:crypto'

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*>/g
const ENTRY_SCRIPT = /<script type="module" async="">([\s\S]*?)<\/script>/
const DATA_SCRIPT =
  /<script>window\.__reactRouterContext\.streamController\.enqueue\(("(?:[^"\\<]|\\.)*")\);<\/script>/g
const END_OF_DATA = '<script>window.__reactRouterContext.streamController.close();</script>'
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g

/** What the entry script of a page imports: `routes` are the modules of each route, by its id. */
type Application = { manifest: string; routes: Record<string, string[]>; entry: string }

// Adds the preloads, enqueues the page data and starts the application after the first paint, in a hidden tab at once.
const START_SCRIPT = `(function(d,c){function json(s){return JSON.parse(s.textContent)}
function go(){d.head.appendChild(d.getElementById("modules").content);
d.querySelectorAll("script[data-page]").forEach(function(s){c.streamController.enqueue(json(s))});c.streamController.close();
var a=json(d.getElementById("application")),ids=Object.keys(a.routes),load=function(u){return import(u)};
Promise.all([load(a.manifest)].concat(ids.map(function(id){return Promise.all(a.routes[id].map(load))}))).then(function(m){
var r=window.__reactRouterRouteModules={};
ids.forEach(function(id,i){r[id]=m[i+1].length>1?Object.assign.apply(null,[{}].concat(m[i+1])):m[i+1][0]});
return load(a.entry)})}
d.hidden?go():requestAnimationFrame(function(){setTimeout(go)})})(document,window.__reactRouterContext)`

const readEntry = (script: string): Application => {
  const [, manifest = ''] = /import "([^"]+)"/.exec(script) ?? []
  const [, entry = ''] = /import\("([^"]+)"\)/.exec(script) ?? []
  const modules = [...script.matchAll(/import \* as (route\d+)(?:_\w+)? from "([^"]+)"/g)]
  const ids = [...script.matchAll(/("[^"]+"):(route\d+)/g)]
  const routes = ids.map(([, id = '', route]) => [
    JSON.parse(id),
    modules.flatMap(([, name, url = '']) => (name === route ? [url] : [])),
  ])
  if (!manifest || !entry || routes.length === 0) throw new Error('The entry script of the pages is not as expected.')
  return { manifest, entry, routes: Object.fromEntries(routes) }
}

/**
 * Delays the application until the page is painted, so that a slow connection shows the content first. Moves everything that
 * differs between pages into JSON, so that the inline scripts are the same on every page of a build.
 */
export const scriptsAfterPaint = (html: string): string => {
  const [entryScript, entry] = ENTRY_SCRIPT.exec(html) ?? []
  if (entryScript === undefined || entry === undefined) return html
  const preloads = html.match(MODULE_PRELOAD) ?? []
  const application = JSON.stringify(readEntry(entry)).replaceAll('<', '\\u003c')
  const modules = `<template id="modules">${preloads.join('')}</template>`
  // Replaces each script by one script in the same place, so that hydration finds the same elements.
  return html
    .replace(MODULE_PRELOAD, '')
    .replace(entryScript, () => `${modules}<script type="application/json" id="application">${application}</script>`)
    .replace(DATA_SCRIPT, (_, text) => `<script type="application/json" data-page>${text}</script>`)
    .replace(END_OF_DATA, () => `<script>${START_SCRIPT}</script>`)
}

/** Hashes of the inline scripts that a page runs, for the Content-Security-Policy. */
export const inlineScriptHashes = (html: string): string[] =>
  Array.from(html.matchAll(INLINE_SCRIPT), ([, script = '']) => {
    return `sha256-${createHash('sha256').update(script).digest('base64')}`
  })

import { createHash } from 'node:crypto'

const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*>/g
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** Styles first: a phone on a slow line paints before it fetches the scripts. */
export const preloadModulesLast = (html: string): string => {
  const preloads = html.match(MODULE_PRELOAD) ?? []
  const later = preloads.map((link) => link.replace('<link ', '<link fetchpriority="low" ')).join('')
  return html.replace(MODULE_PRELOAD, '').replace('</head>', () => `${later}</head>`)
}

/** What the policy must name for the page's own inline scripts to run. */
export const inlineScriptHashes = (html: string): string[] =>
  Array.from(html.matchAll(INLINE_SCRIPT), ([, script = '']) => {
    return `sha256-${createHash('sha256').update(script).digest('base64')}`
  })

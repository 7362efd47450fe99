import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '#server/platform/http/csp.ts'
import { inlineScriptHashes, scriptsAfterPaint } from '#server/platform/http/page-html.ts'

const ENTRY = `import "/assets/manifest-1.js";
import * as route0 from "/assets/root.js";
import * as route1_clientLoader from "/assets/loader.js";
import * as route1_main from "/assets/home.js";
const route1 = {...route1_clientLoader,...route1_main};

  window.__reactRouterRouteModules = {"root":route0,"pages/home":route1};

import("/assets/entry.js");`
const aPage = (data: string) =>
  '<head><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/s.css"/></head>' +
  `<body><script>one()</script><script src="/x.js"></script><script type="module" async="">${ENTRY}</script>` +
  `<script>window.__reactRouterContext.streamController.enqueue(${data});</script>` +
  '<script>window.__reactRouterContext.streamController.close();</script></body>'

const jsonIn = (html: string, attribute: string) =>
  JSON.parse(new RegExp(`<script type="application/json" ${attribute}>(.*?)</script>`).exec(html)?.[1] ?? '')

test('modules are loaded after the page is painted, from data', () => {
  const html = scriptsAfterPaint(aPage('"[1]"'))
  expect(html).toContain('<head><link rel="stylesheet" href="/s.css"/></head>')
  expect(html).toContain('<template id="modules"><link rel="modulepreload" href="/a.js"/></template>')
  expect(jsonIn(html, 'id="application"')).toEqual({
    manifest: '/assets/manifest-1.js',
    entry: '/assets/entry.js',
    routes: { root: ['/assets/root.js'], 'pages/home': ['/assets/loader.js', '/assets/home.js'] },
  })
  expect(html).not.toContain('type="module"')
})

test('the data of a page is not a script, and pages with different data have the same scripts', () => {
  const data = '"[\\"Pane \\\\\\"nero\\\\\\" \\u003c/script>\\"]\\n"'
  const html = scriptsAfterPaint(aPage(data))
  expect(jsonIn(html, 'data-page')).toBe(JSON.parse(data))
  expect(html).not.toContain('enqueue("')
  expect(inlineScriptHashes(html)).toEqual(inlineScriptHashes(scriptsAfterPaint(aPage('"[2]"'))))
  expect(inlineScriptHashes(html)).toHaveLength(2)
})

test('the policy allows inline scripts by hash, and no others', () => {
  const hash = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`
  const scriptHashes = inlineScriptHashes('<script>one()</script><script type="application/json">{}</script>')
  expect(scriptHashes).toEqual([hash('one()')])
  const policy = contentSecurityPolicy({ scriptHashes, imageOrigins: ['https://foto.test'] })
  expect(policy).toContain(`script-src 'self' '${scriptHashes[0]}';`)
  expect(policy).toContain("img-src 'self' data: https://foto.test;")
  expect(policy).not.toContain('unsafe')
})

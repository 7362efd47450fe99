import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '#server/http/csp.ts'
import { inlineScriptHashes, scriptsAfterPaint } from '#server/http/page-html.ts'

const PAGE =
  '<head><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/s.css"/></head>' +
  '<body><script>one()</script><script src="/x.js"></script><script type="module" async="">two()</script></body>'

test('scripts are loaded after the page is painted', () => {
  const html = scriptsAfterPaint(PAGE)
  expect(html).toContain('<head><link rel="stylesheet" href="/s.css"/></head>')
  expect(html).toContain('<template id="modules"><link rel="modulepreload" href="/a.js"/></template>')
  expect(html).toContain('<script type="text/plain" id="application">two()</script>')
  expect(html).not.toContain('type="module" async')
})

test('the policy allows the inline scripts of the page by hash, and no others', () => {
  const hash = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`
  const scriptHashes = inlineScriptHashes(PAGE)
  expect(scriptHashes).toEqual([hash('one()'), hash('two()')])
  const policy = contentSecurityPolicy({ scriptHashes, imageOrigins: ['https://foto.test'] })
  expect(policy).toContain(`script-src 'self' '${scriptHashes[0]}' '${scriptHashes[1]}';`)
  expect(policy).toContain("img-src 'self' data: https://foto.test;")
  expect(policy).not.toContain('unsafe')
})

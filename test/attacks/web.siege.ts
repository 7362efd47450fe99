import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { retryOn503 } from '#test/attacks/concurrently.ts'
import { leaksIn } from '#test/attacks/leaks.ts'
import { aServerProcess } from '#test/attacks/server-process.ts'
import { SECRET } from '#test/fixtures.ts'
import { pagePaths } from '#test/page-paths.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const NOWHERE = '01a1dd19-6ac6-7e41-9831-b41830232d98'

type Package = {
  resolved?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
}

test('every package in the lock file comes from the registry and has an integrity hash, and our versions are exact', async ({
  annotate,
}) => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const packages = Object.entries(lock.packages as Record<string, Package>).filter(([path]) => path !== '')
  expect(lock.lockfileVersion).toBe(3)
  const unexpected = packages.filter(
    ([path, { resolved, integrity, link, optional, os, cpu }]) =>
      link ||
      !path.startsWith('node_modules/') ||
      // Optional packages for other platforms may have been completed without being fetched.
      !(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') || (optional && !resolved && (os || cpu))) ||
      !/^(https:\/\/registry\.npmjs\.org\/.+\.tgz)?$/.test(resolved ?? ''),
  )
  expect(unexpected).toEqual([])
  const asked = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const versions = Object.values({ ...asked.dependencies, ...asked.devDependencies, ...asked.optionalDependencies })
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([])
  await annotate(`${packages.length} pacchetti, ${versions.length} scelti da noi a versione esatta`)
})

test('the server renders with the production build of React, whatever NODE_ENV says', () => {
  const builds = join(ROOT, 'build')
  const folder = join(builds, readFileSync(join(builds, 'current'), 'utf8').trim(), 'server')
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  expect(scripts).toContain('ssr.js')
  const undecided = scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes('process.env.NODE_ENV'))
  expect(undecided).toEqual([])
})

/** The paths of all routes, with parameters filled in. */
const pagesOf = (ids: Record<string, string>): string[] => {
  const filled = pagePaths.map((path) =>
    path
      .replace(/:(\w+)\??/g, (_all, name: string) => (path.startsWith('seller/') ? ids.seller : ids[name]) ?? NOWHERE)
      .replace('*', 'query/pane'),
  )
  return [...filled.map((path) => `/${path}`), '/non-esiste', '/healthz', '/feed.xml', '/sitemap.xml', '/robots.txt']
}

test('every page has a CSP without unsafe-inline, sets no cookie and shows no private data', async ({ annotate }) => {
  const piazza = await aServerProcess({ GOOGLE_MAPS_KEY: '' })
  const { token, ...seller } = await piazza.aMember()
  await piazza.db.execute(
    sql`update member set phone = '011 555 7777', surname = 'Cognomesegreto' where id = ${seller.id}`,
  )
  const listing = await piazza.aListing({ by: seller, description: '<script>alert(1)</script>' })
  await piazza.db.execute(sql`update listing set aux_phone = '011 444 8888' where id = ${listing.id}`)
  const secrets = [seller.email, '011 555 7777', 'Cognomesegreto', '011 444 8888', SECRET, token].map((value) => ({
    what: value,
    value,
    readers: [],
  }))
  const paths = pagesOf({ id: listing.id, seller: seller.id, p: '1', email: 'a@esempio.test', code: 'x' })
  for (const path of paths) {
    // Sent with a token: pages must be the same for everyone.
    const headers = { authorization: `Bearer ${token}` }
    const answer = await retryOn503(() => fetch(piazza.origin + path, { redirect: 'manual', headers }))
    const text = await answer.text()
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(answer.status, path).toBeLessThan(500)
    expect(policy, path).toMatch(/default-src 'none'/)
    expect(policy, path).not.toMatch(/unsafe|\s\*[\s;]|data: 'self'/)
    expect(policy, path).toMatch(/frame-ancestors 'none'/)
    expect(answer.headers.get('set-cookie'), path).toBeNull()
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(answer.headers.get('strict-transport-security'), path).toMatch(/max-age=31536000/)
    expect(answer.headers.get('access-control-allow-origin'), path).toBeNull()
    expect(text, path).not.toContain('<script>alert(1)')
    expect(text.match(/<[^>]+\sstyle=/) ?? [], path).toEqual([])
    expect(leaksIn([{ by: 'visitor', where: path, text }], secrets)).toEqual([])
  }
  await annotate(`${paths.length} pagine`)
})

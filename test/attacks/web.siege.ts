import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aBesieged } from '#test/attacks/besieged.ts'
import { leaksIn } from '#test/attacks/secrets.ts'
import { SECRET } from '#test/fixtures.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const NOWHERE = '01a1dd19-6ac6-7e41-9831-b41830232d98'

type Package = { resolved?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean }

test('every package is the one of the registry that the lock file names by its content', async ({ annotate }) => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const packages = Object.entries(lock.packages as Record<string, Package>).filter(([path]) => path !== '')
  expect(lock.lockfileVersion).toBe(3)
  const strange = packages.filter(
    ([path, { resolved, integrity, link }]) =>
      link ||
      !path.startsWith('node_modules/') ||
      !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ||
      !/^(https:\/\/registry\.npmjs\.org\/.+\.tgz)?$/.test(resolved ?? ''),
  )
  expect(strange).toEqual([])
  const asked = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const versions = Object.values({ ...asked.dependencies, ...asked.devDependencies, ...asked.optionalDependencies })
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([])
  await annotate(`${packages.length} pacchetti, ${versions.length} scelti da noi a versione esatta`)
})

/** The paths that people type, out of the table of routes. */
const pagesOf = (ids: Record<string, string>): string[] => {
  const table = readFileSync(join(ROOT, 'web', 'routes.ts'), 'utf8')
  const paths = [...table.matchAll(/route\('([^']+)'/g)].map((match) => match[1] ?? '')
  const filled = paths.map((path) =>
    path
      .replace(/:(\w+)\??/g, (_all, name: string) => (path.startsWith('seller/') ? ids.seller : ids[name]) ?? NOWHERE)
      .replace('*', 'query/pane'),
  )
  return [
    '/',
    ...filled.map((path) => `/${path}`),
    '/non-esiste',
    '/healthz',
    '/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
  ]
}

test('every page has a policy without unsafe-inline, no cookie, and nothing that is not for everyone', async ({
  annotate,
}) => {
  const piazza = await aBesieged({ GOOGLE_MAPS_KEY: '' })
  const { token, ...seller } = await piazza.aMember()
  await piazza.db`update member set phone = '011 555 7777', surname = 'Cognomesegreto' where id = ${seller.id}`
  const listing = await piazza.aListing({ by: seller, description: '<script>alert(1)</script>' })
  await piazza.db`update listing set aux_phone = '011 444 8888' where id = ${listing.id}`
  const secrets = [seller.email, '011 555 7777', 'Cognomesegreto', '011 444 8888', SECRET, token].map((value) => ({
    ...{ what: value, value, readers: [] },
  }))
  const paths = pagesOf({ id: listing.id, seller: seller.id, p: '1', email: 'a@esempio.test', code: 'x' })
  for (const path of paths) {
    // As a browser would that kept somebody's token: pages are the same for everyone.
    const answer = await fetch(piazza.origin + path, {
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}` },
    })
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

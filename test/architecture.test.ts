import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { calls } from '#domain/calls.ts'
import { PAGE_PARAMETERS } from '#server/platform/http/page-url.ts'
import { files, isIn, isTest, server, textOf } from '#test/source-files.ts'
import { NO_FILTERS } from '#web/features/market/listings/search/search-path.ts'

// The import rules of docs/architecture.md, checked by file path.

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

const resolve = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier.split('?')[0] ?? ''))
  return undefined
}

const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(IMPORT)]
    .map((match) => resolve(file, match[1] ?? match[2] ?? ''))
    .filter((target) => target !== undefined)

const graph = new Map(files.map((file) => [file, importsOf(file)]))
const edges = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })))
const shipped = edges.filter(({ from }) => !isTest(from))
const offending = (forbidden: (edge: { from: string; to: string }) => boolean) =>
  shipped.filter(forbidden).map(({ from, to }) => `${from} → ${to}`)

const hasStore = ({ area, subject }: { area?: string; subject?: string }) =>
  graph.has(`server/${area}/${subject}/store.ts`)

describe('architecture', () => {
  test('the files and their imports are found', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(edges.length).toBeGreaterThan(100)
  })

  // Each area imports only areas before it; a lower area calls a higher one through a hook, which services.ts connects.
  const AREAS = ['base', 'platform', 'talk', 'accounts', 'val', 'market', 'exchange', 'association']

  test.each(['domain', 'server'])('the areas of %s import only lower areas', (floor) => {
    const rank = (file: string) => AREAS.indexOf(file.split('/')[1] ?? '')
    const upward = offending(
      ({ from, to }) => isIn(floor)(from) && isIn(floor)(to) && rank(from) >= 0 && rank(to) > rank(from),
    )
    expect(upward).toEqual([])
  })

  test('an area imports nothing that is made of all areas, except in its routes', () => {
    const isOfAll = (file: string) => /^server\/[^/]+\.ts$|^server\/admin\/|^domain\/[^/]+\.ts$/.test(file)
    const allowed = [
      'server/settings.ts',
      'domain/calls.ts',
      'domain/member-export.schema.ts',
      'domain/page-services.ts',
    ]
    const upward = offending(
      ({ from, to }) =>
        isOfAll(to) && !isOfAll(from) && !isIn('web')(from) && !allowed.includes(to) && server(from).name !== 'routes',
    )
    expect(upward).toEqual([])
  })

  test('domain imports only domain', () => {
    expect(offending(({ from, to }) => isIn('domain')(from) && !isIn('domain')(to))).toEqual([])
  })

  test('web and server share only domain', () => {
    expect(offending(({ from, to }) => isIn('web')(from) && !isIn('web')(to) && !isIn('domain')(to))).toEqual([])
    expect(offending(({ from, to }) => isIn('server')(from) && isIn('web')(to))).toEqual([])
  })

  test('production code does not import tests or benchmarks', () => {
    expect(offending(({ to }) => isTest(to))).toEqual([])
  })

  test('demo data is imported only where the server starts and where it is removed', () => {
    const starting = ['server/main.ts', 'server/platform/start/startup-message.ts', 'server/admin/remove-demo.ts']
    const readers = offending(({ from, to }) => isIn('demo')(to) && !isIn('demo')(from) && !starting.includes(from))
    expect(readers).toEqual([])
  })

  test('the token artifact is imported only by server/val/chain', () => {
    const readers = offending(
      ({ from, to }) => to === 'token/artifact.json' && !/^(server\/val\/chain|token)\//.test(from),
    )
    expect(readers).toEqual([])
  })

  test('a store is imported by its own area, where services are made, and by the demo data', () => {
    const foreign = offending(({ from, to }) => {
      const target = server(to)
      return (
        target.name === 'store' &&
        !isIn('demo')(from) &&
        !['server/admin/services.ts', 'server/services.ts'].includes(from) &&
        server(from).name !== 'make' &&
        server(from).area !== target.area
      )
    })
    expect(foreign).toEqual([])
  })

  test('imports go one way: store ← service ← routes ← api ← app ← main', () => {
    const rank = ['store', 'service', 'routes']
    const upward = offending(({ from, to }) => {
      const [source, target] = [server(from), server(to)]
      if (to === 'server/main.ts') return true
      if (to === 'server/app.ts') return from !== 'server/main.ts'
      if (to === 'server/api.ts') return from !== 'server/app.ts'
      if (target.name === 'routes') return from !== 'server/api.ts'
      const inSubject = hasStore(source) && source.subject === target.subject
      return (
        inSubject &&
        rank.indexOf(target.name ?? '') > rank.indexOf(source.name ?? '') &&
        rank.includes(source.name ?? '')
      )
    })
    expect(upward).toEqual([])
  })

  test('ui, lib ← features ← shell ← pages ← routes, and features do not import each other', () => {
    const layer = (file: string) => {
      const [, folder] = file.split('/')
      return { 'client.ts': 0, ui: 0, lib: 0, theme: 0, features: 1, shell: 2, pages: 3 }[folder ?? ''] ?? 4
    }
    const web = shipped.filter(({ from, to }) => isIn('web')(from) && isIn('web')(to))
    expect(web.filter(({ from, to }) => layer(to) > layer(from)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
    const feature = (file: string) => /^web\/features\/([^/]+)/.exec(file)?.[1]
    const mixed = web.filter(({ from, to }) => feature(from) && feature(to) && feature(from) !== feature(to))
    expect(mixed.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  test('there is no import cycle', () => {
    const done = new Set<string>()
    const cycles: string[] = []
    const walk = (file: string, path: string[]) => {
      if (path.includes(file)) return void cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (done.has(file)) return
      for (const next of graph.get(file) ?? []) walk(next, [...path, file])
      done.add(file)
    }
    for (const file of files) walk(file, [])
    expect(cycles).toEqual([])
  })

  test('there is no barrel file', () => {
    const barrels = files.filter((file) => {
      const source = textOf(file)
      const statements = source.split('\n').filter((line) => line.trim() && !/^\s*(\/\/|\/\*|\*)/.test(line))
      const reexports = statements.filter((line) => /^export (\*|\{[^}]*\}) from /.test(line.trim()))
      return /^index\.tsx?$/.test(basename(file)) || (reexports.length > 0 && reexports.length === statements.length)
    })
    expect(barrels).toEqual([])
  })

  test('files are short, in lower case and named by their content', () => {
    // Lists of all calls.
    const lists = ['test/attacks/permissions-table.ts', 'server/api.test.ts']
    const isLong = (file: string) => textOf(file).split('\n').length > 301
    const long = files.filter((file) => !lists.includes(file) && isLong(file))
    expect(long).toEqual([])
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.|$)/.test(file))).toEqual([])
    expect(files.filter((file) => basename(file) !== basename(file).toLowerCase())).toEqual([])
  })

  test('statements get the time from the service, unless several instances compare it', () => {
    const compared = [
      'server/market/listings/store.ts',
      'server/market/search/conditions.ts',
      'server/platform/db/clocks.ts',
      'server/platform/jobs/future-times-store.ts',
      'server/platform/jobs/jobs.ts',
      'server/platform/jobs/queue-state.ts',
      'server/platform/jobs/schedule-store.ts',
      'server/platform/retention/store.ts',
      'server/talk/mail/store.ts',
      'server/val/wallet/cursor-store.ts',
      'server/val/wallet/nonce-queue-store.ts',
    ]
    const CLOCK =
      /\bsql(?:<[^>]*>)?`(?:\$\{[^}]*\}|[^`$])*?\b(?:(?:now|clock_timestamp)\(\)|current_(?:date|timestamp)\b)/
    const found = files.filter((file) => isIn('server')(file) && !isTest(file) && CLOCK.test(textOf(file)))
    expect(found.toSorted()).toEqual(compared)
  })
})

describe('calls', () => {
  test('the parts of every call are in one order', () => {
    const ORDER =
      'audience params query body answer cached pending form bodyBytes streamed eventStream keepsCache atDesk whileSuspended secret'
    const order = ORDER.split(' ')
    const rank = (key: string) => order.indexOf(key)
    const unordered = Object.entries(calls).filter(([, call]) => {
      const keys = Object.keys(call)
      return keys.join() !== keys.toSorted((one, other) => rank(one) - rank(other)).join()
    })
    expect(unordered.map(([signature]) => signature)).toEqual([])
  })
})

describe('addresses', () => {
  const web = files.filter((file) => isIn('web')(file) && !isTest(file))

  test('one file makes redirects', () => {
    const LOCATION = /import \{[^}]*\bredirect\b[^}]*\} from 'react-router'|header\(['"]location|Response\.redirect/i
    const elsewhere = files.filter(
      (file) => /^(web|server)\//.test(file) && !isTest(file) && LOCATION.test(textOf(file)),
    )
    expect(elsewhere).toEqual(['web/lib/page/redirect-target.ts'])
  })

  test('only spending and treasury store transfers of VAL: no other way goes around proof, daily sum and receipt', () => {
    const storing = files.filter(
      (file) => isIn('server')(file) && !isTest(file) && textOf(file).includes('wallet.intend('),
    )
    expect(storing.filter((file) => !/^server\/val\/(spending|treasury)\//.test(file))).toEqual([])
    expect(storing).toContain('server/val/spending/service.ts')
  })

  test('the server knows every query parameter that pages read: it drops the others', () => {
    const READ = /(?:searchParams|params)\.(?:get|has)\('(\w+)'\)/g
    const read = web.flatMap((file) => Array.from(textOf(file).matchAll(READ), ([, name = '']) => name))
    expect(read.length).toBeGreaterThan(3)
    const filters = Object.keys(NO_FILTERS)
    expect([...read, ...filters].filter((name) => !PAGE_PARAMETERS.includes(name))).toEqual([])
  })
})

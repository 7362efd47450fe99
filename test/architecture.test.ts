import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { calls } from '#domain/calls.ts'
import { PAGE_PARAMETERS } from '#server/platform/http/page-url.ts'
import { NO_FILTERS } from '#web/features/market/listings/search/search-path.ts'

// The import rules of docs/architecture.md, checked by file path.

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['demo', 'domain', 'server', 'web', 'token', 'test', 'e2e', 'bench']
const files = globSync(`{${FOLDERS.join(',')}}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
  (file) => !file.includes('node_modules'),
)
const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

const resolve = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier.split('?')[0] ?? ''))
  return undefined
}

const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)]
    .map((match) => resolve(file, match[1] ?? match[2] ?? ''))
    .filter((target) => target !== undefined)

const graph = new Map(files.map((file) => [file, importsOf(file)]))
const edges = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })))
const isTest = (file: string) => /\.(test|spec|fixture)\.tsx?$/.test(file) || /^(test|e2e|bench)\//.test(file)
const shipped = edges.filter(({ from }) => !isTest(from))
const isIn = (folder: string) => (file: string) => file.startsWith(`${folder}/`)
const offending = (forbidden: (edge: { from: string; to: string }) => boolean) =>
  shipped.filter(forbidden).map(({ from, to }) => `${from} → ${to}`)

/** Of a file server/<area>/<subject>/…/<name>.ts; files of a whole area, and of none, have no subject. */
const server = (file: string) => {
  const [, area, subject, name] = /^server\/(?:([^/]+)\/)?(?:([^/]+)\/)?(?:.+\/)?([^/]+)\.tsx?$/.exec(file) ?? []
  return { area, subject, name }
}
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
      const source = readFileSync(join(ROOT, file), 'utf8')
      const statements = source.split('\n').filter((line) => line.trim() && !/^\s*(\/\/|\/\*|\*)/.test(line))
      const reexports = statements.filter((line) => /^export (\*|\{[^}]*\}) from /.test(line.trim()))
      return /^index\.tsx?$/.test(basename(file)) || (reexports.length > 0 && reexports.length === statements.length)
    })
    expect(barrels).toEqual([])
  })

  test('files are short, in lower case and named by their content', () => {
    // Lists: who may make each call, and the rules in this file.
    const lists = ['test/architecture.test.ts', 'test/attacks/permissions-table.ts', 'server/api.test.ts']
    const isLong = (file: string) => readFileSync(join(ROOT, file), 'utf8').split('\n').length > 301
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
    const found = files.filter(
      (file) => isIn('server')(file) && !isTest(file) && CLOCK.test(readFileSync(join(ROOT, file), 'utf8')),
    )
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
  const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

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

const TABLE_OWNERS: Record<string, string> = {
  alert: 'alerts',
  alert_match: 'alerts',
  audit: 'audit',
  category: 'listings',
  chain_cursor: 'wallet',
  chain_transaction: 'wallet',
  comune: 'places',
  decision: 'reports',
  desk_card: 'desk',
  desk_code: 'desk',
  consent: 'audit',
  evaporation_round: 'currency',
  inbound_mail: 'inbound',
  reply_address: 'inbound',
  favourite: 'favourites',
  favourite_news: 'favourites',
  known_network: 'sessions',
  gift_import: 'treasury',
  idempotency: 'idempotency',
  job_schedule: 'jobs',
  listing: 'listings',
  listing_block_tally: 'search',
  listing_comune_tally: 'search',
  listing_end_told: 'listings',
  listing_facet: 'search',
  listing_life: 'freshness',
  listing_lexeme: 'search',
  listing_tally: 'listings',
  listing_view: 'listings',
  listing_word: 'search',
  mail: 'mail',
  mail_failure: 'mail',
  mail_link: 'members',
  member: 'members',
  member_block: 'blocks',
  member_invitation: 'import',
  member_session: 'sessions',
  member_transfer: 'transfers',
  message: 'threads',
  missed_search: 'sought',
  newsletter: 'newsletter',
  newsletter_recipient: 'newsletter',
  newsletter_subscriber: 'newsletter',
  notice: 'notices',
  notice_preference: 'notices',
  order_feedback: 'feedback',
  order_item: 'orders',
  orders: 'orders',
  page_text: 'texts',
  passkey: 'passkeys',
  passkey_challenge: 'passkeys',
  payment: 'payments',
  province: 'places',
  report: 'reports',
  retention: 'retention',
  push_subscription: 'push',
  review: 'reviews',
  ring: 'rings',
  ring_edge: 'rings',
  ring_part: 'rings',
  ring_rest: 'rings',
  token_balance: 'currency',
  token_balance_count: 'currency',
  token_band: 'currency',
  token_event: 'currency',
  token_month: 'currency',
  token_publication: 'currency',
  token_published_balance: 'currency',
  token_published_day: 'currency',
  token_round: 'currency',
  token_total: 'currency',
  saved_search: 'search',
  part_status: 'status',
  dashboard_figures: 'dashboard',
  backup: 'status',
  moved_database: 'db',
  settings: 'settings',
  stream_cursor: 'stream',
  stream_event: 'stream',
  synonym: 'synonyms',
  synonym_group: 'synonyms',
  thread: 'threads',
  treasury_gift: 'treasury',
  upload: 'uploads',
  val_request: 'transfers',
  val_movement: 'wallet',
  welcome_mark: 'members',
}

// Joins that spare a second statement (the public name of a seller, buyer or reviewer, the listings a search is about),
// and locks of the member.
const FOREIGN_READS = [
  'alerts reads listing',
  'alerts reads member',
  'alerts reads member_block',
  'audit reads member',
  'backups reads listing',
  'backups reads member',
  'backups reads token_balance',
  'blocks reads member',
  'desk reads member',
  'favourites reads listing',
  'favourites reads member',
  'favourites reads member_block',
  'feedback reads member',
  'feedback reads order_item',
  'freshness reads listing',
  'import reads mail_link',
  'import reads member',
  'listings reads comune',
  'listings reads member',
  'notices reads listing',
  'notices reads member',
  'orders reads listing',
  'orders reads member',
  'orders reads order_feedback',
  'orders reads review',
  'references reads listing',
  'references reads member',
  'references reads member_transfer',
  'references reads message',
  'references reads order_item',
  'references reads orders',
  'references reads val_request',
  'reports reads member',
  'reviews reads listing',
  'reviews reads member',
  'rings reads listing',
  'rings reads member',
  'rings reads member_block',
  'rings reads orders',
  'search reads alert',
  'search reads category',
  'search reads comune',
  'search reads listing',
  'search reads listing_tally',
  'search reads synonym',
  'sessions reads member',
  'sought reads listing',
  'stream reads message',
  'threads reads listing',
  'threads reads member',
  'transfers reads member',
  'wallet reads member',
]
// The wallet's columns (account, account_key) are part of the member's row; an import creates members.
const FOREIGN_WRITES = ['import writes member', 'wallet writes member']

describe('tables', () => {
  const STATEMENT = /\b(insert into|update|delete from|truncate|from|join|using)\s+(\w+)\b(?!\()/g
  const WRITES = ['insert into', 'update', 'delete from', 'truncate']
  const COMMA_JOIN = /\b(from\s+\w+(?:\s+\w+)?),/g
  const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g

  const uses = files
    .filter((file) => isIn('server')(file) && !isTest(file))
    .flatMap((file) =>
      [
        ...readFileSync(join(ROOT, file), 'utf8')
          .replace(COMMENT, '')
          .replace(COMMA_JOIN, '$1 join')
          .matchAll(STATEMENT),
      ]
        .map(([, verb = '', table = '']) => ({ file, table, verb: WRITES.includes(verb) ? 'writes' : 'reads' }))
        .filter(({ table }) => table in TABLE_OWNERS),
    )
  const foreign = (verb: string) => {
    const found = uses.filter((use) => use.verb === verb && server(use.file).subject !== TABLE_OWNERS[use.table])
    return [...new Set(found.map(({ file, table }) => `${server(file).subject} ${verb} ${table}`))].toSorted()
  }

  test('every table has an owner', () => {
    const migrations = globSync('server/platform/db/migrations/*.sql', { cwd: ROOT })
    const named = (statement: RegExp) =>
      migrations.flatMap((file) =>
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(statement)].map(([, name = '']) => name),
      )
    const dropped = named(/^drop table (\w+)/gm)
    const tables = named(/^create table (\w+)/gm).filter((name) => !dropped.includes(name))
    expect(tables.toSorted()).toEqual(Object.keys(TABLE_OWNERS).toSorted())
  })

  test('a table is written only by its owner', () => {
    expect(foreign('writes')).toEqual(FOREIGN_WRITES)
  })

  test('a table is read by its owner, or by the listed joins', () => {
    expect(foreign('reads')).toEqual(FOREIGN_READS)
  })

  test('statements are in store files, in the search and in two files that belong to a store', () => {
    const exceptions = ['server/market/listings/rows.ts', 'server/val/wallet/reseal.ts']
    const elsewhere = uses.filter(
      ({ file }) => !/(\/|-)store\.ts$/.test(file) && !isIn('server/market/search')(file) && !exceptions.includes(file),
    )
    expect([...new Set(elsewhere.map(({ file }) => file))]).toEqual([])
  })
})

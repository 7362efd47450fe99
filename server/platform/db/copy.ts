import type pg from 'pg'
import { schemaOf } from '#server/platform/db/migrate.ts'

// Copies the contents of all tables from one database to another of the same schema, through a connection or a file.
// Rows are copied as JSON text that is not parsed here, so that numbers keep their precision.

export type Batch = { table: string; rows: string[] }
export type Sequence = { name: string; lastValue: string }
/** Number of rows and the sum of their hashes, by table. */
export type Digests = Record<string, string>

type Table = { name: string; columns: string[]; generated: string[] }

const SCHEMAS = ['public', 'graphile_worker']
// Not copied: the migrations of each database fill them.
const MIGRATION_TABLES = ['public.schema_migration', 'graphile_worker.migrations']
export const ROWS_AT_ONCE = 500

const listTables = async (client: pg.ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', schema.nspname, t.relname) as name,
       array_agg(quote_ident(attname) order by attnum) filter (where attgenerated = '') as columns,
       coalesce(array_agg(attname::text) filter (where attgenerated <> ''), '{}') as generated
     from pg_class t join pg_namespace schema on schema.oid = t.relnamespace join pg_attribute on attrelid = t.oid
     where schema.nspname = any($1) and t.relkind = 'r' and attnum > 0 and not attisdropped
     group by schema.nspname, t.relname order by 1`,
    [SCHEMAS],
  )
  return rows.filter(({ name }) => !MIGRATION_TABLES.includes(name))
}

/** The migrations of a database, which must be the same on both sides of a copy. */
export const schemaVersion = async (client: pg.ClientBase): Promise<string> => {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name collate "C"',
  )
  return schemaOf(rows)
}

export const hasRows = async (client: pg.ClientBase, table: string): Promise<boolean> => {
  const { rows } = await client.query<{ found: boolean }>(`select exists (select from ${table}) as found`)
  return rows[0]?.found ?? false
}

// Rows are compared as text, in which times depend on the time zone of the session.
const IN_UTC = "set local timezone = 'UTC'"

/** Starts a transaction that reads a consistent snapshot while the server keeps running. */
export const beginSnapshot = (client: pg.ClientBase) =>
  client.query(`begin transaction isolation level repeatable read read only; ${IN_UTC}`)

/** Starts the transaction of the target, for `replaceTables` and `digestTables`. */
export const beginCopy = (client: pg.ClientBase) => client.query(`begin; ${IN_UTC}`)

export async function* readTables(client: pg.ClientBase): AsyncGenerator<Batch> {
  for (const { name, generated } of await listTables(client)) {
    await client.query({
      text: `declare table_rows no scroll cursor for select (to_jsonb(t) - '{${generated.join(',')}}'::text[])::text as row from ${name} t`,
    })
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from table_rows`)
      if (rows.length === 0) break
      yield { table: name, rows: rows.map(({ row }) => row) }
    }
    await client.query('close table_rows')
  }
}

export const readSequences = async (client: pg.ClientBase): Promise<Sequence[]> => {
  const { rows } = await client.query<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as "lastValue"
     from pg_sequences where schemaname = any($1) and last_value is not null order by 1`,
    [SCHEMAS],
  )
  return rows
}

export const digestTables = async (client: pg.ClientBase): Promise<Digests> => {
  const digests: Digests = {}
  for (const { name, generated } of await listTables(client)) {
    const row = `(to_jsonb(t) - '{${generated.join(',')}}'::text[])::text`
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(${row}, 0)::numeric), 0) as digest from ${name} t`,
    )
    digests[name] = rows[0]?.digest ?? ''
  }
  return digests
}

/** Throws if the rows of a table differ between copy and original. */
export const compareDigests = (original: Digests, copy: Digests): void => {
  const different = Object.keys(original).filter((table) => original[table] !== copy[table])
  if (different.length > 0) throw new Error(`these tables differ from the original: ${different.join(', ')}`)
}

type Constraint = { table: string; name: string; definition: string }

const listForeignKeys = async (client: pg.ClientBase): Promise<Constraint[]> => {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = any($1::regnamespace[])`,
    [SCHEMAS],
  )
  return rows
}

/**
 * Replaces the contents of all tables, in the caller's transaction. Foreign keys are dropped and created again, which also
 * checks them, because tables have cyclic references; triggers do not run, since the copied rows already contain their effects.
 */
export const replaceTables = async (
  client: pg.ClientBase,
  batches: AsyncIterable<Batch>,
  sequences: () => Promise<Sequence[]>,
): Promise<void> => {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
  const foreignKeys = await listForeignKeys(client)
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of tables.keys()) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${[...tables.keys()].join(', ')}`)
  for await (const { table, rows } of batches) {
    const columns = tables.get(table)?.columns.join(', ')
    if (!columns) throw new Error(`the table ${table} is not in this database`)
    await client.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [`[${rows.join(',')}]`],
    )
  }
  for (const { name, lastValue } of await sequences()) await client.query('select setval($1, $2)', [name, lastValue])
  for (const name of tables.keys()) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

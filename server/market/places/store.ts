import type { NearestQuery, Place } from '#domain/market/places.schema.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

type Point = { lat: number; lng: number }
export type PlacesStore = ReturnType<typeof makePlacesStore>

// A point with no comune within this many degrees is outside Italy.
const MAX_DEGREES = 0.5

export const makePlacesStore = (db: Database) => {
  const columns = sql`c.id, c.name, c.province, p.name as "provinceName", p.region, c.zip_code as "zipCode", c.lat, c.lng`

  return {
    /** Comuni with a word that starts with the input: exact matches first, then the shortest names. */
    search: (typed: string, most: number): Promise<Place[]> =>
      db.query<Place>(sql`
      select ${columns}
      from (select trim(name_key(${typed})) as key) as typed, comune c join province p on p.code = c.province
      where typed.key <> '' and strpos(' ' || c.key, ' ' || typed.key) > 0
      order by c.key = typed.key desc, starts_with(c.key, typed.key) desc, length(c.key), c.key
      limit ${most}`),

    /** The comune with each postal code, else the capital of each province; in the given order. */
    async locate(tx: Queries, residences: { zipCode: string; city: string }[]): Promise<(Point | undefined)[]> {
      const [zipCodes, cities] = [residences.map(({ zipCode }) => zipCode), residences.map(({ city }) => city)]
      const rows = await tx.query<{ lat: number | null; lng: number | null }>(sql`
        select c.lat, c.lng
        from unnest(${zipCodes}::text[], ${cities}::text[]) with ordinality as r(zip_code, city, position)
        left join (select zip_code, min(id) as id from comune group by zip_code) as z on z.zip_code = r.zip_code
        left join comune c on c.id = coalesce(z.id, comune_of('', r.city))
        order by r.position`)
      return rows.map(({ lat, lng }) => (lat === null || lng === null ? undefined : { lat, lng }))
    },

    async nearest({ lat, lng }: NearestQuery): Promise<Place | undefined> {
      const longitudeScale = Math.cos((lat * Math.PI) / 180)
      return db.first<Place>(sql`
        select ${columns} from comune c join province p on p.code = c.province
        where c.lat between ${lat - MAX_DEGREES} and ${lat + MAX_DEGREES} and c.lng between ${lng - MAX_DEGREES} and ${lng + MAX_DEGREES}
        order by (c.lat - ${lat}) ^ 2 + ((c.lng - ${lng}) * ${longitudeScale}::float8) ^ 2 limit 1`)
    },
  }
}

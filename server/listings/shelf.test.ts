import { expect, test } from 'vitest'
import { type Mark, makeShelf } from '#server/listings/shelf.ts'

const aShelf = (limit = 10) => {
  const asked: string[][] = []
  const rows = new Map<string, string>()
  const shelf = makeShelf(limit, async (marks: Mark[]) => {
    asked.push(marks.map(({ id }) => id))
    return marks.flatMap(({ id }) => {
      const version = rows.get(id)
      return version ? [{ id, version, value: `${id}@${version}` }] : []
    })
  })
  const ask = (...ids: string[]) => shelf(ids.map((id) => ({ id, version: rows.get(id) ?? 'gone' })))
  return { rows, asked, ask, shelf }
}

test('what has not changed is made once', async () => {
  const { rows, asked, ask } = aShelf()
  rows.set('a', '1').set('b', '1')
  expect(await ask('a', 'b')).toEqual(['a@1', 'b@1'])
  expect(await ask('b', 'a')).toEqual(['b@1', 'a@1'])
  expect(asked).toEqual([['a', 'b']])
})

test('a new version is made anew, alone', async () => {
  const { rows, asked, ask } = aShelf()
  rows.set('a', '1').set('b', '1')
  await ask('a', 'b')
  rows.set('b', '2')
  expect(await ask('a', 'b')).toEqual(['a@1', 'b@2'])
  expect(asked).toEqual([['a', 'b'], ['b']])
})

test('what changes or goes between the two questions is told as it is now, or not at all', async () => {
  const { rows, shelf } = aShelf()
  rows.set('a', '2')
  expect(
    await shelf([
      { id: 'a', version: '1' },
      { id: 'b', version: '1' },
    ]),
  ).toEqual(['a@2'])
})

test('no more is kept than the limit, and what is asked for again and again stays', async () => {
  const { rows, asked, ask } = aShelf(4)
  const others = ['b', 'c', 'd', 'e', 'f', 'g']
  for (const id of ['a', ...others]) rows.set(id, '1')
  for (const id of others) {
    await ask('a')
    await ask(id)
  }
  expect(asked.filter(([id]) => id === 'a')).toHaveLength(1)
  asked.length = 0
  await ask(...others)
  expect(asked.flat().length).toBeGreaterThanOrEqual(others.length - 4)
})

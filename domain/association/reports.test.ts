import { expect, test } from 'vitest'
import { aboutThing, REPORT_KINDS } from '#domain/association/reports.ts'

test('what a decision is about is joined to its preposition', () => {
  expect(REPORT_KINDS.map((kind) => aboutThing(kind, 'Pane'))).toEqual([
    'sull’annuncio «Pane»',
    'sulla recensione di «Pane»',
    'sull’account di Pane',
    'su un messaggio a Pane',
  ])
})

import { expect, test } from 'vitest'
import type { AssociationSettings } from '#domain/association/settings.schema.ts'
import { DEFAULT_LIMITS } from '#domain/association/settings.ts'
import { DEFAULT_COLOURS } from '#domain/base/colours.ts'
import { areSame, mergeValues, settingsOf, valuesOf } from '#web/features/association/settings/values.ts'

const SETTINGS: AssociationSettings = {
  version: 4,
  name: 'Borgo Vivo',
  url: 'https://borgo.example',
  logo: '',
  colours: DEFAULT_COLOURS,
  banner: 'Benvenuti',
  strip: { text: 'Ogni giorno', label: 'Iscriviti', url: 'https://app.example' },
  valAppUrl: 'https://app.example',
  marketUrl: 'https://mercato.example',
  partners: [{ name: 'Emporio', url: 'https://emporio.example', logo: '' }],
  contacts: { email: 'ciao@borgo.example', phone: '', address: '' },
  welcome: { val: 12.5, when: 'verification' },
  limits: DEFAULT_LIMITS,
}
const base = valuesOf(SETTINGS)

test('what is shown in the form is what is saved', () => {
  expect(base['welcome.val']).toBe('12,5')
  expect(settingsOf(base, 4)).toEqual(SETTINGS)
})

test('changes of two people to different fields are joined', () => {
  const mine = { ...base, name: 'Borgo Nuovo' }
  const theirs = { ...base, banner: 'Bentornati', partners: [] }
  const { merged, clashes, taken } = mergeValues(base, mine, theirs)
  expect(merged).toEqual({ ...base, name: 'Borgo Nuovo', banner: 'Bentornati', partners: [] })
  expect(clashes).toEqual([])
  expect(taken).toEqual(['banner', 'partners'])
})

test('what is typed while the settings are being saved stays, beside what the server has changed', () => {
  const sent = { ...base, name: ' Borgo Nuovo ', banner: 'Bentornati' }
  const typed = { ...sent, banner: 'Bentornati a tutti' }
  const saved = { ...sent, name: 'Borgo Nuovo' }
  expect(mergeValues(sent, typed, saved).merged).toEqual({ ...typed, name: 'Borgo Nuovo' })
})

test('where both changed a field, mine stays and both values are listed', () => {
  const [mine, theirs] = [
    { ...base, name: 'Mio', banner: 'Uguale' },
    { ...base, name: 'Loro', banner: 'Uguale' },
  ]
  const { merged, clashes } = mergeValues(base, mine, theirs)
  expect(merged).toMatchObject({ name: 'Mio', banner: 'Uguale' })
  expect(clashes).toEqual([{ key: 'name', mine, theirs }])
  expect(areSame(merged, mine)).toBe(true)
})

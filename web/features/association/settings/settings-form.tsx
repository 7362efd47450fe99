import { useCallback, useRef, useState } from 'react'
import type { AssociationSettings } from '#domain/association/settings.schema.ts'
import { ApiError, call } from '#web/client.ts'
import { Comparison } from '#web/features/association/settings/comparison.tsx'
import { SettingsSections } from '#web/features/association/settings/settings-sections.tsx'
import { areSame, mergeValues, settingsOf, type Values, valuesOf } from '#web/features/association/settings/values.ts'
import { useSiteRefresh } from '#web/lib/site.ts'
import { Form } from '#web/ui/form/form.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'

const CONFLICT = 409
const SAVED = 'Le impostazioni sono salvate: da adesso le vedono tutti.'

export const SettingsForm = ({ loaded }: { loaded: AssociationSettings }) => {
  // The values the form was filled with, to detect changes.
  const [base, setBase] = useState(loaded)
  const [values, setValues] = useState(() => valuesOf(loaded))
  const [conflict, setConflict] = useState<ReturnType<typeof mergeValues>>()
  // Text typed while a request is pending must not be lost.
  const latest = useRef(values)
  latest.current = values
  const refreshSite = useSiteRefresh()
  const isUnsaved = useRef(false)
  isUnsaved.current = !areSame(values, valuesOf(base))
  const hasUnsaved = useCallback(() => isUnsaved.current, [])

  const change = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }))

  const showConflict = async () => {
    const theirs = await call('GET /api/settings')
    const joined = mergeValues(valuesOf(base), latest.current, valuesOf(theirs))
    setBase(theirs)
    setValues(joined.merged)
    setConflict(joined)
  }

  const save = async () => {
    try {
      const saved = await call('PUT /api/settings', { body: settingsOf(values, base.version) })
      setBase(saved)
      setValues(mergeValues(values, latest.current, valuesOf(saved)).merged)
      setConflict(undefined)
    } catch (error) {
      if (error instanceof ApiError && error.status === CONFLICT) await showConflict()
      throw error
    }
    await refreshSite()
    return SAVED
  }

  return (
    <Form onSubmit={save} submit="Salva" busy="Salvo…" label="Impostazioni" sticky>
      {conflict && <Comparison {...conflict} current={values} onChoose={change} />}
      <SettingsSections values={values} onChange={change} />
      <LeaveGuard active={hasUnsaved} note="Se esci ora, quello che hai cambiato va perso." />
    </Form>
  )
}

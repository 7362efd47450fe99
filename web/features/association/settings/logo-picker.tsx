import type { ChangeEvent } from 'react'
import { LOGO_PLACEHOLDER } from '#domain/market/uploads.ts'
import { PICTURE_TYPES } from '#web/lib/picture-file.ts'
import { uploadPicture } from '#web/lib/upload.ts'
import { Button } from '#web/ui/button.tsx'
import fileButton from '#web/ui/form/file-button.module.css'
import { Logo } from '#web/ui/logo.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './settings.module.css'

type Props = { label: string; value: string; onChange: (url: string) => void }

/** A logo: uploaded when chosen, in use once the settings are saved. */
export const LogoPicker = ({ label, value, onChange }: Props) => {
  const { busy, outcome, run } = useAction(async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    const url = await uploadPicture(file).finally(() => {
      target.value = ''
    })
    onChange(url)
  })
  return (
    <div>
      <div className={styles.logo}>
        <Logo key={value} src={value} placeholder={LOGO_PLACEHOLDER} size={56} />
        <label className={fileButton.fileButton}>
          {busy ? 'Carico…' : label}
          <input type="file" accept={PICTURE_TYPES.join()} onChange={run} disabled={busy} />
        </label>
        {value && (
          <Button kind="plain" onClick={() => onChange('')}>
            Togli
          </Button>
        )}
      </div>
      <Outcome {...outcome} />
    </div>
  )
}

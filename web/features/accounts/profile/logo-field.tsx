import { type ChangeEvent, useState } from 'react'
import { LOGO_PLACEHOLDER } from '#domain/market/uploads.ts'
import { uploadPicture } from '#web/lib/upload.ts'
import { Button } from '#web/ui/button.tsx'
import fileButton from '#web/ui/form/file-button.module.css'
import { Logo } from '#web/ui/logo.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './profile.module.css'

const JPEG = 'image/jpeg'

/** The seller's logo: uploaded when chosen, stored when the form is saved. */
export const LogoField = ({ initial }: { initial: string }) => {
  const [logo, setLogo] = useState(initial)
  const { busy, outcome, run } = useAction(async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (!file) return
    if (file.type !== JPEG) throw new Error('Il logo deve essere un’immagine JPEG.')
    setLogo(
      await uploadPicture(file, { kind: 'logo' }).finally(() => {
        target.value = ''
      }),
    )
  })
  return (
    <div>
      <input type="hidden" name="sellerLogo" value={logo} />
      <div className={styles.logo}>
        <Logo key={logo} src={logo} placeholder={LOGO_PLACEHOLDER} size={96} />
        <div>
          <div className={styles.row}>
            <label className={fileButton.fileButton}>
              {busy ? 'Carico…' : 'Scegli il logo'}
              <input type="file" accept={JPEG} onChange={run} disabled={busy} />
            </label>
            {logo && (
              <Button kind="plain" onClick={() => setLogo('')}>
                Togli
              </Button>
            )}
          </div>
          <p className={styles.hint}>Un’immagine JPEG, meglio se quadrata.</p>
        </div>
      </div>
      <Outcome {...outcome} />
    </div>
  )
}

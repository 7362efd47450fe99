import { useState } from 'react'
import { ENCRYPTED_SUFFIX, MAX_PASSPHRASE, MIN_PASSPHRASE, PASSPHRASE_TOO_SHORT } from '#domain/association/backups.ts'
import { italianDate } from '#domain/base/dates.ts'
import { download } from '#web/client.ts'
import { textsIn } from '#web/lib/form-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'

const TITLE = 'Scarica una copia'

/** A backup of everything, encrypted with a passphrase that the admin chooses. */
export const BackupDownload = () => {
  const [open, setOpen] = useState(false)
  const save = async (data: FormData) => {
    const body = textsIn(data, 'passphrase', 'password')
    const name = `piazza-${italianDate(new Date())}.tar.gz${ENCRYPTED_SUFFIX}`
    await download('POST /api/backups', name, { body })
    return `La copia è pronta: trovi ${name} tra i file scaricati.`
  }
  return (
    <div>
      <Button kind="outlined" onClick={() => setOpen(true)}>
        {TITLE}
      </Button>
      <FormDialog
        title={TITLE}
        open={open}
        onClose={() => setOpen(false)}
        cancel="Chiudi"
        intro={
          <p>
            Contiene i dati e i portafogli di tutti, cifrati. Chi gestisce il server la apre con la frase segreta e il
            comando «restore». Il registro annota che l’hai scaricata.
          </p>
        }
        onSubmit={save}
        submit="Prepara e scarica"
        busy="Preparo la copia…"
      >
        <Field
          label="Frase segreta"
          name="passphrase"
          hint={`Almeno ${MIN_PASSPHRASE} caratteri. Scrivila e conservala lontano dal file: senza, nessuno può più aprirlo.`}
          required
          minLength={MIN_PASSPHRASE}
          maxLength={MAX_PASSPHRASE}
          data-too-short={PASSPHRASE_TOO_SHORT}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField label="La tua password" name="password" required autoComplete="current-password" />
      </FormDialog>
    </div>
  )
}

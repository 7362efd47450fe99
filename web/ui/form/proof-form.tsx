import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Spinner } from '#web/ui/state/spinner.tsx'

type Props = Omit<ComponentProps<typeof Form>, 'children'> & {
  /** Undefined until it is known. */
  method: 'passkey' | 'password' | undefined
  onPassword: () => void
}

/** A form that a passkey or the password confirms. */
export const ProofForm = ({ method, onPassword, submit, aside, ...form }: Props) => {
  if (!method) return <Spinner label="Un momento…" />
  const isByPasskey = method === 'passkey'
  return (
    <Form
      {...form}
      submit={isByPasskey ? `${submit} con la passkey` : submit}
      aside={
        <>
          {isByPasskey && (
            <Button kind="plain" onClick={onPassword}>
              Usa la password
            </Button>
          )}
          {aside}
        </>
      }
    >
      {!isByPasskey && (
        <PasswordField label="La tua password" name="password" required autoComplete="current-password" />
      )}
    </Form>
  )
}

import { type ReactNode, useState } from 'react'
import { Form } from '#web/ui/form/form.tsx'
import { Sheet } from '#web/ui/layout/sheet.tsx'
import { Alert } from '#web/ui/state/alert.tsx'

type Props = {
  title: string
  question: string
  submit: string
  /** Calls the API with the link's code. */
  confirm: () => Promise<{ message: string }>
  /** Beside the button. */
  aside?: ReactNode
  /** Shown below the message of the response. */
  children: ReactNode
}

/** The page of a mailed link. Asks for confirmation, because some mail programs open every link. */
export const LinkConfirmation = ({ title, question, submit, confirm, aside, children }: Props) => {
  const [done, setDone] = useState<string>()
  return (
    <Sheet title={title}>
      {done ? (
        <>
          <Alert tone="success">{done}</Alert>
          {children}
        </>
      ) : (
        <>
          <p>{question}</p>
          <Form onSubmit={async () => setDone((await confirm()).message)} submit={submit} aside={aside}>
            {null}
          </Form>
        </>
      )}
    </Sheet>
  )
}

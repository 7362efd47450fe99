import { Button } from '#web/ui/button.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

/** Copies a text to the clipboard. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const copy = useAction(async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      throw new Error('Copia non riuscita: seleziona il testo e copialo a mano.')
    }
    return 'Copiato'
  })
  return (
    <>
      <Button kind="outlined" onClick={copy.run} aria-label={`Copia ${what}`}>
        {copy.outcome.success ?? 'Copia'}
      </Button>
      <span role="status" className={copy.outcome.failure ? undefined : 'visually-hidden'}>
        {copy.outcome.failure ?? copy.outcome.success}
      </span>
    </>
  )
}

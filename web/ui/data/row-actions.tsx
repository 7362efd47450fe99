import { Button, ButtonLink } from '#web/ui/button.tsx'
import table from './table.module.css'

type Props = { name: string; editPath: string; onDelete: () => void }

/** Edit and delete for a table row; screen readers hear the row's name with each. */
export const RowActions = ({ name, editPath, onDelete }: Props) => (
  <>
    <ButtonLink to={editPath} kind="plain" aria-label={`Modifica ${name}`}>
      Modifica
    </ButtonLink>
    <Button kind="plain" className={table.delete} onClick={onDelete} aria-label={`Cancella ${name}`}>
      Cancella
    </Button>
  </>
)

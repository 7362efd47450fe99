import { Link } from 'react-router'
import { screenText } from '#domain/screen-texts.ts'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'

/** A message of the API in the words for screens, with a link to what the reader can do next. */
export const Message = ({ children }: { children: string }) => {
  const { text, link } = screenText(children)
  return (
    <>
      <WithAmounts>{text}</WithAmounts>
      {link && (
        <>
          {' '}
          <Link to={link.to}>{link.label}</Link>
        </>
      )}
    </>
  )
}

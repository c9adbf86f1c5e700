import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Offers to restore what the user typed into a form and did not send. */
export function DraftNotice(props: { onTake(): void; onLeave(): void }) {
  return (
    <Notice
      kind="info"
      announce
      title="Guardamos lo que habías escrito"
      actions={
        <>
          <Button size="xs" onClick={props.onTake}>
            Volver a poner lo escrito
          </Button>
          <Button size="xs" variant="subtle" onClick={props.onLeave}>
            Descartar
          </Button>
        </>
      }
    >
      Este formulario quedó sin enviar.
    </Notice>
  )
}

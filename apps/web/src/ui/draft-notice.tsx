import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Offers back what a person had typed before their session was cut off. */
export function DraftNotice(props: { onTake(): void; onLeave(): void }) {
  return (
    <Notice
      kind="info"
      announce
      title="Guardamos lo que habías escrito"
      actions={
        <>
          <Button size="xs" onClick={props.onTake}>
            Recuperar
          </Button>
          <Button size="xs" variant="subtle" onClick={props.onLeave}>
            Descartar
          </Button>
        </>
      }
    >
      Tu sesión terminó antes de que enviaras este formulario.
    </Notice>
  )
}

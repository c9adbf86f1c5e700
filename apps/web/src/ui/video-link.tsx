import { IconVideo } from '@tabler/icons-react'
import { ButtonAnchor } from './button.tsx'

/** The way into a visit by video; `className` places it. */
export function VideoLink(props: { url: string; doctor: string; className?: string }) {
  return (
    <ButtonAnchor
      size="sm"
      {...(props.className === undefined ? {} : { className: props.className })}
      href={props.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Conectarme a la videoconsulta con ${props.doctor} (se abre en otra pestaña)`}
      leftSection={<IconVideo size={20} stroke={1.75} aria-hidden />}
    >
      Conectarme a la videoconsulta
    </ButtonAnchor>
  )
}

import { IconVideo } from '@tabler/icons-react'
import { ButtonAnchor } from './button.tsx'

interface VideoLinkProps {
  url: string
  /** The professional's name with its article: «la Dra. Ana Ríos». */
  withWhom: string
  /** CSS class that positions the link. */
  className?: string
}

/** Links to a video visit. */
export function VideoLink(props: VideoLinkProps) {
  return (
    <ButtonAnchor
      size="sm"
      {...(props.className === undefined ? {} : { className: props.className })}
      href={props.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Conectarme a la videoconsulta con ${props.withWhom} (se abre en otra pestaña)`}
      leftSection={<IconVideo size={20} stroke={1.75} aria-hidden />}
    >
      Conectarme a la videoconsulta
    </ButtonAnchor>
  )
}

import { IconHelpCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './help-image.module.css'

/**
 * A question that an image answers. A press opens the image; Escape, or a press or focus outside it, closes it.
 */
export function HelpImage(props: { question: string; image: string; text: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!opened) return
    const away = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpened(false)
    }
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpened(false)
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('focusin', away)
    document.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('focusin', away)
      document.removeEventListener('keydown', leave)
    }
  }, [opened])

  return (
    <div ref={box} className="relative">
      <button
        type="button"
        className="plain-button inline-flex items-center gap-2 min-h-11 type-meta font-strong text-link underline"
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <IconHelpCircle size={18} stroke={1.75} aria-hidden />
        {props.question}
      </button>
      <div id={id} className={classes.answer} role="note" hidden={!opened}>
        <img src={props.image} alt={props.text} width={340} height={214} />
        <p>{props.children}</p>
      </div>
    </div>
  )
}

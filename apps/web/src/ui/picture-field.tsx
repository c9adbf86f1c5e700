/**
 * Fields for choosing an image: the round image of a profile, and the card with an example for a photo of a
 * document.
 */
import { IconCameraPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { takePicture } from '../lib/picture.ts'
import { Button } from './button.tsx'
import fields from './fields.module.css'
import classes from './picture-field.module.css'

interface PictureProps {
  /** Id of the button, to which an error summary links. */
  id: string
  label: string
  file: File | null
  onChange(file: File | null): void
  /** The form's error. The field itself shows the error of a file that it rejects. */
  error?: string
}

export const pictureHint = 'Formato png o jpg, máximo 500 KB. Si tu foto es más grande, la ajustamos.'

/** A photo of the person, with a round preview. */
export function PictureField(
  props: PictureProps & {
    optional?: boolean
    /** Address of the present photo, until another is chosen. */
    current?: string | null
    /** The person in the photo, for screen readers. */
    alt?: string
  },
) {
  const choice = useChoice(props)
  const shown = choice.preview ?? props.current
  return (
    <div className={classes.field}>
      <span className={`${classes.round} ${shown ? '' : classes.empty}`}>
        {shown ? (
          <img src={shown} alt={props.alt ?? 'Tu fotografía'} />
        ) : (
          <IconCameraPlus size={30} stroke={1.75} aria-hidden />
        )}
      </span>
      <div>
        <p className={classes.label}>
          {props.label} {props.optional && <span className={fields.optional}>(opcional)</span>}
        </p>
        <p id={`${props.id}-hint`} className={classes.hint}>
          {pictureHint}
        </p>
        {choice.buttons}
        {choice.message}
      </div>
    </div>
  )
}

/** A photo of an object, beside a drawing of how it should look. */
export function PictureCard(props: PictureProps & { hint: ReactNode; example: string; exampleText: string }) {
  const choice = useChoice(props)
  return (
    <section className={`portal-card ${classes.card}`} aria-labelledby={`${props.id}-title`}>
      <h2 id={`${props.id}-title`} className={classes.title}>
        {props.label}
      </h2>
      <p id={`${props.id}-hint`} className={classes.hint}>
        {props.hint}
      </p>
      <figure className={classes.figure}>
        {choice.preview ? (
          <img src={choice.preview} alt={`${props.label}, elegida`} />
        ) : (
          <img src={props.example} alt={props.exampleText} />
        )}
        <figcaption className={classes.caption}>
          {choice.preview && props.file ? `${props.file.name} · ${sizeText(props.file.size)}` : 'Ejemplo'}
        </figcaption>
      </figure>
      {choice.buttons}
      {choice.message}
    </section>
  )
}

function useChoice({ id, label, file, onChange, error }: PictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [preparing, setPreparing] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const preview = usePreview(file)
  const message = fault ?? error

  async function choose(chosen: File | undefined) {
    if (!chosen) return
    setPreparing(true)
    const taken = await takePicture(chosen)
    setPreparing(false)
    if ('fault' in taken) return setFault(taken.fault)
    setFault(null)
    onChange(taken.file)
  }

  function remove() {
    setFault(null)
    onChange(null)
    button.current?.focus()
  }

  const buttons = (
    <div className={classes.buttons}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept="image/png,image/jpeg"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? []
          // Allows choosing the same file again after it was removed.
          event.currentTarget.value = ''
          void choose(chosen)
        }}
      />
      <Button
        ref={button}
        id={id}
        size="sm"
        variant="light"
        loading={preparing}
        leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
        aria-label={`${file ? 'Cambiar archivo' : 'Elegir archivo'}: ${label}`}
        aria-describedby={message ? `${id}-hint ${id}-error` : `${id}-hint`}
        onClick={() => input.current?.click()}
      >
        {file ? 'Cambiar archivo' : 'Elegir archivo'}
      </Button>
      {file && (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
          aria-label={`Quitar: ${label}`}
          onClick={remove}
        >
          Quitar
        </Button>
      )}
    </div>
  )
  return {
    preview,
    buttons,
    message: message && (
      <p id={`${id}-error`} className={fields.error} role={fault ? 'alert' : undefined}>
        {message}
      </p>
    ),
  }
}

/** Returns an address at which the browser shows the file while it is chosen. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return address
}

function sizeText(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1024))} KB`
}

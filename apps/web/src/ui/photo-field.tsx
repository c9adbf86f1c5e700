/**
 * Fields for choosing an image: the round image of a profile, and the card with an example for a photo of a
 * document.
 */
import { IconCameraPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { prepareImage } from '../lib/browser/image.ts'
import { Button } from './button.tsx'
import fields from './fields.module.css'

const hintLook = 'mx-0 mt-1 mb-3 type-meta text-muted'

interface PhotoFieldProps {
  /** Id of the button, to which an error summary links. */
  id: string
  label: string
  file: File | null
  onChange(file: File | null): void
  /** The form's error. The field itself shows the error of a file that it rejects. */
  error?: string
}

export const photoHint = 'Formato png o jpg, máximo 500 KB. Si tu foto es más grande, la ajustamos.'

/** A photo of the person, with a round preview. */
export function PhotoField(
  props: PhotoFieldProps & {
    optional?: boolean
    /** Address of the present photo, until another is chosen. */
    current?: string | null
    /** The person in the photo, for screen readers. */
    alt?: string
  },
) {
  const choice = usePhotoChoice(props)
  const shown = choice.preview ?? props.current
  return (
    <div className="flex items-center gap-4 max-desktop:items-start">
      <span
        className={`size-[88px] flex-none grid place-items-center overflow-hidden rounded-full text-link [&_img]:picture [&_img]:size-full [&_img]:object-cover max-desktop:size-18 ${shown ? '' : 'border-2 border-dashed border-action bg-soft'}`}
      >
        {shown ? (
          <img src={shown} alt={props.alt ?? 'Tu fotografía'} />
        ) : (
          <IconCameraPlus size={30} stroke={1.75} aria-hidden />
        )}
      </span>
      <div>
        <p className="type-meta font-strong text-strong">
          {props.label} {props.optional && <span className="font-normal text-muted">(opcional)</span>}
        </p>
        <p id={`${props.id}-hint`} className={hintLook}>
          {photoHint}
        </p>
        {choice.buttons}
        {choice.message}
      </div>
    </div>
  )
}

/** A photo of an object, beside a drawing of how it should look. */
export function PhotoCard(
  props: PhotoFieldProps & {
    hint: ReactNode
    example: string
    exampleText: string
    /** The stored photo, shown in place of the example until another file is chosen. */
    stored?: ReactNode
    /** Advice about the chosen photo. */
    children?: ReactNode
  },
) {
  const choice = usePhotoChoice(props)
  const isExample = !choice.preview && !props.stored
  return (
    <section
      className="portal-card flex flex-col items-start p-6 max-desktop:p-4"
      aria-labelledby={`${props.id}-title`}
    >
      <h2 id={`${props.id}-title`} className="type-section">
        {props.label}
      </h2>
      <p id={`${props.id}-hint`} className={hintLook}>
        {props.hint}
      </p>
      <div
        className={
          isExample ? 'w-full max-desktop:flex max-desktop:items-center max-desktop:gap-4' : 'w-full'
        }
      >
        <figure
          className={`mx-0 mt-2 mb-4 [&_img]:block [&_img]:w-full [&_img]:aspect-[360/226] [&_img]:object-contain [&_img]:rounded-md [&_img]:bg-card [&_img]:always-light ${isExample ? 'max-desktop:m-0 max-desktop:w-[112px] max-desktop:flex-none' : ''}`}
        >
          {choice.preview ? (
            <img src={choice.preview} alt={`${props.label}, elegida`} />
          ) : (
            (props.stored ?? <img src={props.example} alt={props.exampleText} />)
          )}
          <figcaption
            className={`type-meta wrap-anywhere text-muted ${isExample ? 'mt-2 max-desktop:mt-1' : 'mt-2'}`}
          >
            {choice.preview && props.file
              ? `${props.file.name} · ${formatFileSize(props.file.size)}`
              : props.stored
                ? 'Imagen guardada'
                : 'Ejemplo'}
          </figcaption>
        </figure>
        {choice.buttons}
      </div>
      {choice.message}
      {props.children}
    </section>
  )
}

function usePhotoChoice({ id, label, file, onChange, error }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [preparing, setPreparing] = useState(false)
  const [fieldError, setFieldError] = useState<string | null>(null)
  const preview = usePreviewUrl(file)
  const message = fieldError ?? error

  async function choose(chosen: File | undefined) {
    if (!chosen) return
    setPreparing(true)
    const prepared = await prepareImage(chosen)
    setPreparing(false)
    if ('fieldError' in prepared) return setFieldError(prepared.fieldError)
    setFieldError(null)
    onChange(prepared.file)
  }

  function remove() {
    setFieldError(null)
    onChange(null)
    button.current?.focus()
  }

  const buttons = (
    <div className="flex flex-wrap gap-2">
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
      <p id={`${id}-error`} className={fields.error} role={fieldError ? 'alert' : undefined}>
        {message}
      </p>
    ),
  }
}

/** Returns an address at which the browser shows the file while it is chosen. */
function usePreviewUrl(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setAddress(url)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(url)
    }
  }, [file])
  return address
}

function formatFileSize(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1024))} KB`
}

/** A field for several files: the rules, one row for each file with a remove button, and the upload progress. */
import { findFilesError } from '@mi-portal/contract/values/upload'
import { IconFileAlert, IconFileTypePdf, IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { Button } from './button.tsx'
import fields from './fields.module.css'

interface FilesFieldProps {
  /** Id of the button, to which an error summary links. */
  id: string
  label: string
  optional?: boolean
  files: readonly File[]
  onChange(files: File[]): void
  error?: string
  /** The part of the form that was sent, from 0 to 1; null while nothing is being sent. */
  sent?: number | null
  /** Whether only one file is allowed; a new file replaces the earlier one. */
  single?: boolean
}

const megabyte = 1024 * 1024

export function FilesField(props: FilesFieldProps) {
  const { id, label, files, onChange, single } = props
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const fieldError = findFilesError(files)
  const fieldErrorOf = (file: File) => findFilesError([file])
  // The error of one file is shown at that file; the error of all together is shown above them.
  const message = files.some(fieldErrorOf) ? props.error : (fieldError ?? props.error)
  const messageIds = [
    `${id}-hint`,
    message && `${id}-error`,
    ...files.map((file, index) => fieldErrorOf(file) && `${id}-error-${index}`),
  ].filter(Boolean)

  function add(chosen: FileList | null) {
    // A file that was already chosen is not added twice.
    const fresh = [...(chosen ?? [])].filter((one) => single || !files.some((file) => isSameFile(one, file)))
    if (fresh.length > 0) onChange(single ? fresh.slice(0, 1) : [...files, ...fresh])
    // Allows choosing the same file again after it was removed.
    if (input.current) input.current.value = ''
  }

  function remove(index: number) {
    onChange(files.filter((_, at) => at !== index))
    button.current?.focus()
  }

  return (
    <fieldset className="min-w-0 m-0 p-0 border-0 [&_legend]:p-0">
      <legend className="block mb-2 type-meta font-strong text-strong">
        {label} {props.optional && <span className="font-normal text-muted">(opcional)</span>}
      </legend>
      <p id={`${id}-hint`} className="mx-0 -mt-1 mb-2 type-meta text-muted">
        {single
          ? 'png, jpg o pdf, máximo 20 MB.'
          : 'png, jpg o pdf, máximo 20 MB. Puedes subir varios archivos.'}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!single}
        accept=".png,.jpg,.jpeg,.pdf,image/png,image/jpeg,application/pdf"
        aria-label={label}
        onChange={(event) => add(event.currentTarget.files)}
      />
      <Button
        ref={button}
        id={id}
        variant="light"
        size="sm"
        fullWidth
        leftSection={<IconUpload size={20} stroke={1.75} aria-hidden />}
        aria-describedby={messageIds.join(' ')}
        disabled={props.sent != null}
        onClick={() => input.current?.click()}
      >
        {single && files.length > 0 ? 'Cambiar archivo' : 'Agregar archivo'}
      </Button>
      {message && (
        <p id={`${id}-error`} className={fields.error} role={fieldError ? 'alert' : undefined}>
          {message}
        </p>
      )}
      {files.length > 0 && (
        <ul
          id={listId}
          className="grid gap-2 mx-0 mt-3 mb-0 p-0 list-none"
          aria-label={`${label}: archivos elegidos`}
        >
          {files.map((file, index) => (
            <li
              key={`${file.name} ${file.size} ${file.lastModified}`}
              className="flex items-center gap-3 pr-2 pl-3 pt-3 pb-3 border border-line-strong rounded-md"
            >
              <span className="size-10 flex-none grid place-items-center rounded-sm bg-glaciar-soft text-glaciar">
                <FileIcon file={file} isRejected={Boolean(fieldErrorOf(file))} />
              </span>
              <span className="flex-1 min-w-0">
                <span className="block type-meta font-strong wrap-anywhere text-strong">{file.name}</span>
                <span className="type-meta text-muted">{formatFileSize(file.size)}</span>
                {fieldErrorOf(file) && (
                  <span id={`${id}-error-${index}`} className={fields.error} role="alert">
                    {fieldErrorOf(file)}
                  </span>
                )}
              </span>
              <button
                type="button"
                className="size-11 flex-none grid place-items-center p-0 border-0 rounded-sm bg-transparent text-body cursor-pointer"
                aria-label={`Quitar ${file.name}`}
                disabled={props.sent != null}
                onClick={() => remove(index)}
              >
                <IconTrash size={20} stroke={1.75} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {props.sent != null && files.length > 0 && (
        <div className="flex items-center gap-3 mt-3 type-meta text-muted [&_progress]:flex-1 [&_progress]:h-2 [&_progress]:accent-action">
          <progress max={100} value={Math.round(props.sent * 100)} aria-label="Subiendo archivos" />
          <span>{Math.round(props.sent * 100)}%</span>
        </div>
      )}
    </fieldset>
  )
}

function FileIcon({ file, isRejected }: { file: File; isRejected: boolean }) {
  if (isRejected) return <IconFileAlert size={22} stroke={1.75} aria-hidden />
  if (file.type === 'application/pdf') return <IconFileTypePdf size={22} stroke={1.75} aria-hidden />
  return <IconPhoto size={22} stroke={1.75} aria-hidden />
}

function isSameFile(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
}

function formatFileSize(bytes: number): string {
  return bytes >= megabyte
    ? `${(bytes / megabyte).toLocaleString('es-CL', { maximumFractionDigits: 1 })} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} KB`
}

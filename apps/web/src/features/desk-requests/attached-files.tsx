import type { AttachedFile } from '@mi-portal/contract/desk-requests'
import { IconDownload } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './desk-requests.module.css'
import { useSaveFile } from './desk-requests.queries.ts'

/** Files of a request or its answer, each to be saved. */
export function AttachedFiles({ label, files }: { label: string; files: readonly AttachedFile[] }) {
  const save = useSaveFile()
  if (files.length === 0) return null
  return (
    <div>
      <ul className={classes.files} aria-label={label}>
        {files.map((file) => (
          <li key={file.url}>
            <Button
              size="xs"
              variant="light"
              leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
              aria-label={`Descargar ${file.name}`}
              loading={save.isPending && save.variables.url === file.url}
              onClick={() => save.mutate(file)}
            >
              {file.name}
            </Button>
          </li>
        ))}
      </ul>
      {save.isError && <Notice kind="error" title={save.error.message} />}
    </div>
  )
}

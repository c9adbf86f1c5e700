import { findFilesError } from '@mi-portal/contract/values/upload'
import * as z from 'zod/mini'

/** The files of a form, with the limits of an upload. */
export const chosenFiles = z.array(z.file()).check(
  z.check(({ value, issues }) => {
    const message = findFilesError(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  }),
)

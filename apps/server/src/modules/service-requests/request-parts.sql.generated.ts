/** The types of the statements in request-parts.sql.ts, which `npm run sql` generates. */
export type RequestPartsSql = {
}

/** What stops a backup or a restore; the message is one line for whoever runs it. */
export class BackupTrouble extends Error {}

export { type EventData, type EventKind, eventKinds } from '@workbook-data-service/contract/events';

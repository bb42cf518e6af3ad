/** What is said to people, as data and as an English sentence. */
export {
  type Message,
  type Param,
  type Params,
  type ParamsOf,
  type Say,
  type Saying,
  sayFrom,
  whyOf,
} from '../core/message.js';
